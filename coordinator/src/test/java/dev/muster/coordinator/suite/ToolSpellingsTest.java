package dev.muster.coordinator.suite;

import static dev.muster.coordinator.suite.ReadSuite.caseWith;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.assertion.ArgsMatch;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.CallCount;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ExpectedCall;
import dev.muster.common.assertion.LimitCheck;
import dev.muster.common.assertion.ToolCheck;
import dev.muster.common.assertion.ValueCheck;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Assertions about tools, limits and schemas in each of their spellings, and the faults of others. */
class ToolSpellingsTest {

    @TempDir
    Path root;

    record Spelled(String assertion, Check check) {}

    static List<Spelled> spellings() {
        var pay = new ExpectedCall(List.of("pay"), null, ArgsMatch.SUBSET);
        var five = new ExpectedCall(List.of("pay"), json("{'n': 5}"), ArgsMatch.EXACT);
        return List.of(
                new Spelled("'type': 'tool_called', 'name': ['pay', 'buy']",
                        new ToolCheck.ToolCalled(List.of("pay", "buy"), null)),
                new Spelled("'type': 'tool_called', 'name': 'pay', 'arguments': {'n': 5}, 'args_match': 'exact'",
                        called(ArgsMatch.EXACT, CallCount.AT_LEAST_ONE, null, null)),
                new Spelled(
                        "'type': 'tool_called', 'value': {'name': 'pay', 'arguments': {'n': 5}, 'args_match': 'superset'}",
                        called(ArgsMatch.SUPERSET, CallCount.AT_LEAST_ONE, null, null)),
                new Spelled(
                        "'type': 'tool_called', 'value': {'name': 'pay', 'arguments': {'n': 5}}, 'args_match': 'ignore'",
                        called(ArgsMatch.IGNORE, CallCount.AT_LEAST_ONE, null, null)),
                new Spelled("'type': 'tool_called', 'name': 'pay', 'arguments': {'n': 5}, 'count': 2",
                        called(ArgsMatch.SUBSET, new CallCount(2, 2), null, null)),
                new Spelled("'type': 'tool_called', 'name': 'pay', 'arguments': {'n': 5}, 'count': {'exact': 0}",
                        called(ArgsMatch.SUBSET, new CallCount(0, 0), null, null)),
                new Spelled("'type': 'tool_called', 'name': 'pay', 'arguments': {'n': 5}, 'count': {'min': 2}",
                        called(ArgsMatch.SUBSET, new CallCount(2, null), null, null)),
                new Spelled(
                        "'type': 'tool_called', 'name': 'pay', 'arguments': {'n': 5}, 'count': {'max': 2}, 'after': 'ask',"
                                + " 'result': 'regex:ok'",
                        called(ArgsMatch.SUBSET, new CallCount(0, 2), json("'regex:ok'"), "ask")),
                new Spelled("'type': 'tool_not_called', 'name': 'pay'", new ToolCheck.ToolNotCalled(pay)),
                new Spelled("'type': 'tool_not_called', 'value': 'pay'", new ToolCheck.ToolNotCalled(pay)),
                new Spelled(
                        "'type': 'tool_not_called', 'value': {'name': 'pay', 'arguments': {'n': 5}, 'args_match': 'exact'}",
                        new ToolCheck.ToolNotCalled(five)),
                new Spelled(
                        "'type': 'tools_in_order', 'value': ['pay', {'name': 'pay', 'arguments': {'n': 5}, 'args_match':"
                                + " 'exact'}]",
                        new ToolCheck.ToolsInOrder(List.of(pay, five))),
                new Spelled(
                        "'type': 'tools_in_order', 'tools': [{'name': 'pay', 'arguments': {'n': 5}}, {'name': 'pay'}],"
                                + " 'args_match': 'exact'",
                        new ToolCheck.ToolsInOrder(List.of(five, pay))),
                new Spelled("'type': 'tools_exact', 'value': []", new ToolCheck.ToolsExact(List.of())),
                new Spelled("'type': 'tools_exact', 'value': 'pay'", new ToolCheck.ToolsExact(List.of(pay))),
                new Spelled("'type': 'tool_result', 'tool': 'pay'", new ToolCheck.ToolResult(List.of("pay"), null)),
                new Spelled("'type': 'tool_result', 'value': ['pay', 'buy'], 'result': {'ok': true}",
                        new ToolCheck.ToolResult(List.of("pay", "buy"), json("{'ok': true}"))),
                new Spelled("'type': 'tool_result', 'value': {'tool': 'pay', 'result': null}",
                        new ToolCheck.ToolResult(List.of("pay"), json("null"))),
                new Spelled("'type': 'max_duration_ms', 'value': 5000", new LimitCheck.MaxDuration(5000)),
                new Spelled("'type': 'max_gap_ms', 'value': 0", new LimitCheck.MaxGap(0)),
                new Spelled("'type': 'max_tokens', 'value': 100", new LimitCheck.MaxTokens(100)),
                new Spelled("'type': 'max_cost_usd', 'value': 0.05", new LimitCheck.MaxCost(new BigDecimal("0.05"))),
                new Spelled("'type': 'schema', 'value': {'type': 'object'}",
                        new ValueCheck.Schema(null, json("{'type': 'object'}"))),
                new Spelled("'type': 'schema', 'path': '$.a', 'schema': true",
                        new ValueCheck.Schema("$.a", json("true"))));
    }

    private static Check called(ArgsMatch match, CallCount count, @Nullable JsonNode result, @Nullable String after) {
        return new ToolCheck.ToolCalled(List.of("pay"), json("{'n': 5}"), match, count, result, after);
    }

    private static JsonNode json(String text) {
        return Json.MAPPER.readTree(text.replace('\'', '"'));
    }

    @ParameterizedTest
    @MethodSource("spellings")
    void everySpellingGivesTheSameModel(Spelled spelled) {
        var testCase = caseWith(root, ("'assert': {" + spelled.assertion() + "}").replace('\'', '"'));

        assertThat(testCase.assertions()).extracting(Assertion::check).containsExactly(spelled.check());
    }

    record Faulty(String assertion, String sentence) {}

    static List<Faulty> faults() {
        return List.of(
                new Faulty("'type': 'tool_called', 'name': 't', 'args_match': 'all', 'arguments': {}",
                        "'args_match' is exact, subset, superset or ignore, not 'all'"),
                new Faulty("'type': 'tool_called', 'name': 't', 'args_match': 'exact'",
                        "'args_match' says how 'arguments' match, and there are none"),
                new Faulty("'type': 'tool_called', 'value': {'name': 't', 'arguments': {}}, 'arguments': {}",
                        "'arguments' is in 'value' too; write it once"),
                new Faulty("'type': 'tool_called', 'name': 't', 'after': 't'",
                        "'after' names the tool itself, whose first call can't come after its first call"),
                new Faulty("'type': 'tool_called', 'name': 't', 'count': {'min': 2, 'max': 1}",
                        "'min' must not be above 'max'"),
                new Faulty("'type': 'tool_called', 'name': 't', 'count': -1",
                        "'count' must be between 0 and 1000000, not -1"),
                new Faulty("'type': 'tool_called', 'name': 't', 'result': {'a': 'regex:('}",
                        "the pattern \"(\" is not an RE2 pattern: missing closing )"),
                new Faulty("'type': 'tool_called', 'name': []", "'name' of tool_called must not be empty"),
                new Faulty("'type': 'tool_not_called'", "tool_not_called needs 'name'"),
                new Faulty("'type': 'tools_in_order', 'value': []", "'value' of tools_in_order must not be empty"),
                new Faulty("'type': 'tools_in_order'", "tools_in_order needs 'value', a list of tools"),
                new Faulty("'type': 'tools_exact', 'value': [7]",
                        "a tool of tools_exact must be a string, not a number"),
                new Faulty("'type': 'tools_exact', 'value': [{'nam': 't'}]", "unknown key 'nam'; did you mean 'name'?"),
                new Faulty("'type': 'tool_result', 'result': 1", "tool_result needs 'tool'"),
                new Faulty("'type': 'max_tokens'", "max_tokens needs 'value', a number"),
                new Faulty("'type': 'max_gap_ms', 'value': '5s'", "'value' must be a number, not a string"),
                new Faulty("'type': 'max_duration_ms', 'value': 1.5", "'value' must be a whole number"),
                new Faulty("'type': 'max_cost_usd', 'value': -1", "'value' must be between 0 and 1000000000, not -1"),
                new Faulty("'type': 'schema'", "schema needs 'schema', a JSON Schema or the file:// that has it"),
                new Faulty("'type': 'schema', 'schema': 'a.json'",
                        "a schema is an object, or a string such as \"file://order.schema.json\""),
                new Faulty("'type': 'schema', 'schema': 'file://a.json'",
                        "'file://a.json' was not found, neither beside the suite nor in the project root"),
                new Faulty("'type': 'schema', 'schema': {}, 'path': '$['",
                        "'$[' is not a JSON path (it ends too early); write one like $.items[0].id"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void whatIsWrongIsTold(Faulty faulty) {
        var text = "{'id': 'a', 'input': 'b', 'assert': {" + faulty.assertion() + "}}";

        var faults = ReadSuite.faultsOf(root, text.replace('\'', '"'));

        assertThat(faults).singleElement().asString().endsWith(": " + faulty.sentence());
    }

    @Test
    void aSchemaMayComeFromAFileBesideTheSuite() {
        var suite = ReadSuite.in(root).with("order.schema.json", "{\"type\": \"array\"}").with("t.jsonl", """
                {"id": "a", "input": "b", "assert": {"type": "schema", "schema": "file://order.schema.json"}}""")
                .read("t.jsonl");

        assertThat(suite.faults()).isEmpty();
        assertThat(suite.cases().getFirst().assertions()).extracting(Assertion::check)
                .containsExactly(new ValueCheck.Schema(null, json("{'type': 'array'}")));
    }
}
