package dev.muster.coordinator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.assertion.AgUiClause;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.CallCount;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ForeignCheck;
import dev.muster.common.json.Json;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.suite.write.CaseWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ForeignCheckReaderTest {

    @TempDir
    Path root;

    @Test
    void clausesAndOraclesAreAssertionsOfAgentTest() {
        assertThat(ReadSuite.caseWith(root, """
                "assertions": [{"type": "ag_ui", "forbid": "drop", "negate": true, "name": "n"},
                {"type": "ag_ui", "require": {"name": "pay", "count": {"exact": 1}, "args_match": {"a.b": "x"},
                "result_match": "y", "result_not_match": "z", "after": "cart"}},
                {"type": "ag_ui", "forbid_call": {"name": "pay", "result_match": "declined"}},
                {"type": "ag_ui", "max_duration_ms": 5}, {"type": "ag_ui", "max_gap_ms": 0},
                {"type": "ag_ui", "must_match": "(${A}"}, {"type": "ag_ui", "must_not_match": "b"},
                {"type": "oracle", "oracle": "ExactMatch", "config": {"mode": "deep"}, "expected": {"a": 1},
                "weight": 0.5}, {"type": "oracle", "oracle": "trace-no-errors"}]""").assertions())
                .isEqualTo(List.of(
                        new Assertion(new ForeignCheck.AgUi(new AgUiClause.Forbid("drop")), true, null, "n", 1),
                        clause(new AgUiClause.Require("pay", new CallCount(1, 1), Map.of("a.b", "x"), "y", "z",
                                "cart")),
                        clause(new AgUiClause.ForbidCall("pay", Map.of(), "declined")),
                        clause(new AgUiClause.MaxDuration(5)), clause(new AgUiClause.MaxGap(0)),
                        clause(new AgUiClause.MustMatch("(${A}")), clause(new AgUiClause.MustNotMatch("b")),
                        new Assertion(oracle("exact-match", "{\"mode\":\"deep\"}", "{\"a\":1}"), false, null, null,
                                0.5),
                        Assertion.of(oracle("trace-no-errors", "{}", "{}"))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{'type': 'ag_ui'} | 43: ag_ui needs one of forbid, require, forbid_call, max_duration_ms, max_gap_ms, max_idle_ms, must_match, must_not_match",
        "{'type': 'ag_ui', 'requires': {}} | 61: unknown key 'requires'; did you mean 'require'?",
        "{'type': 'ag_ui', 'forbid': 'a', 'max_gap_ms': 5} | 90: ag_ui takes one clause; write another assertion for 'max_gap_ms'",
        "{'type': 'ag_ui', 'require': {'name': 'a', 'cuont': 1}} | 86: unknown key 'cuont'; did you mean 'count'?",
        "{'type': 'ag_ui', 'must_match': '('} | 75: the pattern \"(\" is not an RE2 pattern: missing closing )",
        "{'type': 'oracle'} | 43: an oracle needs 'oracle'",
        "{'type': 'oracle', 'oracle': 'exact-mach'} | 72: unknown oracle 'exact-mach'; did you mean 'exact-match'?",
        "{'type': 'oracle', 'oracle': 'ExactMatch', 'config': {'mod': 'x'}} | 97: unknown key 'mod'; did you mean 'mode'?",
        "{'type': 'oracle', 'oracle': 'ExactMatch', 'expected': []} | 98: 'expected' must be an object, not a list"})
    void faultsAreToldAtTheirPlaces(String assertion, String fault) {
        var text = ("{'id': 'a', 'input': 'hi', 'assertions': [" + assertion + "]}").replace('\'', '"');

        assertThat(ReadSuite.faultsOf(root, text)).containsExactly("t.jsonl:1:" + fault);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "name: n\nhooks: [{cmd: [a, b], timeout_ms: 5}]\nturns: [{user: 'a ${V}', assert: {tools: {forbid: [x], "
                + "require: [{name: a, count: {exact: 0}, args_match: {x: y, z.1: '${V}'}, result_match: a, "
                + "result_not_match: b, after: c}, {name: b, count: {min: 1, max: 2}}, {name: c, count: {max: 2}}, {name: "
                + "d, count: {min: 0}}], forbid_calls: [{name: a, args_match: {x: y}, result_match: z}]}, timing: "
                + "{max_duration_ms: 1, max_gap_ms: 0}, text: {must_match: a, must_not_match: b}}}]\nassert: {text: "
                + "{must_match: ü}}",
        "turns: [{user: a}, {user: b}]",
        "{name: n, agentId: chat, maxExecutionTime: 1500, pass_threshold: 0.5, evaluationStrategy: all-turns-aggregate, "
                + "Status: Active, inputPayload: {k: [1]}, userMessage: [a, b], expectedOutcomes: {a: 1, "
                + "responsePatterns: [x]}, scoringWeights: {ExactMatch: 0.5}}",
        "{evaluationStrategy: each-turn, conversationTurns: [{name: one, userMessage: a, delay_ms: 5, timeout: 3s, "
                + "capture: {x: $.x}, turnOracles: [{type: SchemaValidator, config: {requiresFields: [a]}}]}, "
                + "{userMessage: '${captured.x}', expectSuccess: false, continueOnFailure: true, goto: one, when: {type: "
                + "contains, value: y}, expectedOutcomes: {b: 2}}], oracles: [{type: trace-no-errors, weight: 2}]}"})
    void casesOfOtherDialectsAreWrittenAndReadBack(String yaml) {
        var first = ReadSuite.in(root).with("first.yaml", yaml).read("first.yaml");
        assertThat(first.faults()).isEmpty();
        var text = new StringWriter();
        first.cases().forEach(new CaseWriter(text)::write);

        var second = ReadSuite.in(root).with("second.jsonl", text.toString()).read("second.jsonl");

        assertThat(second.faults()).isEmpty();
        assertThat(second.cases()).extracting(ForeignCheckReaderTest::withoutPlace)
                .isEqualTo(first.cases().stream().map(ForeignCheckReaderTest::withoutPlace).toList());
    }

    private static TestCase withoutPlace(TestCase of) {
        return new TestCase(
                new TestCase.Identity("", of.identity().id(), of.identity().name(), of.identity().labels(),
                        new Source("", 0)),
                of.agent(), of.options(), of.conversation(), of.assertions(), of.limits(), of.setup(), of.skip());
    }

    private static Assertion clause(AgUiClause clause) {
        return Assertion.of(new ForeignCheck.AgUi(clause));
    }

    private static Check oracle(String kind, String config, String expected) {
        return new ForeignCheck.Oracle(kind, Json.MAPPER.readTree(config),
                Json.MAPPER.readTree(expected));
    }
}
