package dev.muster.coordinator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.HelperCheck;
import dev.muster.common.json.Json;
import dev.muster.common.option.HelperUse;
import dev.muster.common.option.Options;
import dev.muster.common.option.Reference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Short forms, other names of types, and the assertions that Muster's own judges decide. */
class JudgingFormsTest {

    @TempDir
    Path root;

    private Assertion read(String assertion) {
        return ReadSuite.caseWith(root, "\"assertions\": [" + assertion.replace('\'', '"') + "]").assertions()
                .getFirst();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{'contains': 'a'} | {'type': 'contains', 'value': 'a'}",
        "{'contains': ['a', 'b'], 'ignore_case': true, 'weight': 2} | {'type': 'contains', 'value': ['a', 'b'], 'ignore_case': true, 'weight': 2}",
        "{'not_contains': 'a'} | {'type': 'not_contains', 'value': 'a'}",
        "{'not_regex': 'a'} | {'type': 'regex', 'value': 'a', 'negate': true}",
        "{'not-equals': 1, 'negate': true} | {'type': 'equals', 'value': 1}",
        "{'not-equals': {'a': 1}} | {'type': 'equals', 'value': {'a': 1}, 'negate': true}",
        "{'json_path': '$.a', 'value': 1} | {'type': 'json_path', 'path': '$.a', 'value': 1}",
        "{'script': 'scripts:a.b'} | {'type': 'script', 'use': 'scripts:a.b'}",
        "{'agent': 'agents:judge'} | {'type': 'agent', 'use': 'agents:judge'}",
        "{'tool_called': 'pay'} | {'type': 'tool_called', 'value': 'pay'}",
        "{'oracle': 'trace-no-errors', 'config': {}} | {'type': 'oracle', 'oracle': 'trace-no-errors', 'config': {}}",
        "{'is_json': null} | {'type': 'is_json'}",
        "{'type': 'is-json', 'value': true} | {'type': 'is_json', 'schema': true}",
        "{'max-tokens': 5} | {'type': 'max_tokens', 'value': 5}",
        "{'type': 'contains-all', 'value': ['a', 'b']} | {'type': 'contains', 'value': ['a', 'b']}",
        "{'type': 'icontains', 'value': 'a'} | {'type': 'contains', 'value': 'a', 'ignore_case': true}",
        "{'type': 'not-icontains-any', 'value': ['a']} | {'type': 'contains_any', 'value': 'a', 'ignore_case': true, 'negate': true}",
        "{'type': 'starts-with', 'value': 'a'} | {'type': 'starts_with', 'value': ['a']}",
        "{'type': 'llm-rubric', 'value': 'polite', 'judge': 'gpt'} | {'type': 'rubric', 'criteria': ['polite'], 'judge': 'connectors:gpt'}",
        "{'similar:cosine': 'a', 'connector': 'gpt', 'threshold': 0.75} | {'type': 'similar', 'value': 'a', 'connector': 'gpt'}"})
    void isShortFor(String written, String meant) throws Exception {
        var same = SchemaTrouble.of("agent-test", Json.MAPPER.readTree("{\"id\": \"a\", \"input\": \"b\", \"assert\": ["
                + written.replace('\'', '"') + "]}"));

        assertThat(read(written)).isEqualTo(read(meant));
        assertThat(same).as("the schema of editors").isNull();
    }

    @Test
    void aRubricIsWrittenAsItReads() {
        var rubric = read("{'rubric': ['a', 'b'], 'judge': 'judge', 'threshold': 0.5, 'samples': 3}");
        var similar = read("{'similar': ['a', 'b'], 'connector': 'gpt', 'threshold': 0.5}");

        assertThat(rubric.check())
                .isEqualTo(new HelperCheck.Rubric(new HelperUse(Reference.agent("judge"), Options.NONE),
                        List.of("a", "b"), 0.5, 3));
        assertThat(similar.check()).isEqualTo(
                new HelperCheck.Similar(new HelperUse(Reference.connector("gpt"), Options.NONE), List.of("a", "b"),
                        0.5));
        assertThat(read(rubric.written().toString())).isEqualTo(rubric);
        assertThat(read(similar.written().toString())).isEqualTo(similar);
        assertThat(rubric.label()).isEqualTo("rubric \"a\", \"b\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{'type': 'python', 'value': 'x'} | unknown assertion type 'python'; Muster has none, write it as a function: type script",
        "{'type': 'not-is-refusal'} | unknown assertion type 'not-is-refusal'; write type rubric",
        "{'type': 'contains-json'} | ; write type schema",
        "{'type': 'cost', 'threshold': 1} | ; write type max_cost_usd",
        "{'type': 'similar:dot', 'value': 'x'} | ; Muster compares by the cosine, type similar",
        "{'type': 'factuality', 'value': 'x'} | ; write type rubric with 'criteria'",
        "{'rubric': '', 'judge': 'gpt'} | 'criteria' of rubric must not be empty",
        "{'rubric': 'a', 'judge': 'scripts:a.b'} | unknown agent or connector 'scripts:a.b'",
        "{'rubric': 'a', 'judge': 'jugde'} | unknown agent or connector 'jugde'; did you mean 'judge'?",
        "{'rubric': 'a', 'judge': 'agents:gtp'} | unknown agent 'gtp'",
        "{'similar': 'a', 'connector': 'agents:judge'} | 'agents:judge' is an agent; name a connector",
        "{'similar': 'a', 'connector': 'judge'} | 'judge' is an agent; name a connector",
        "{'llm-rubrik': 'x'} | unknown assertion type 'llm-rubrik'; did you mean 'llm_rubric'?",
        "{'latency': 5} | unknown assertion type 'latency'; write type max_duration_ms with 'value', in milliseconds",
        "{'not-cost': 1} | unknown assertion type 'not-cost'; write type max_cost_usd with 'value'",
        "{'similar:dot': 'x'} | unknown assertion type 'similar:dot'; Muster compares by the cosine, type similar",
        "{'contain': 'a', 'weight': 2} | unknown assertion type 'contain'; did you mean 'contains'?",
        "{'tpye': 'contains', 'value': 'x'} | unknown key 'tpye'; did you mean 'type'?",
        "{'contains_any': ''} | 'value' of contains_any must not be empty",
        "{'not_icontains': ['a', '']} | 'value' of icontains must not be empty",
        "{'not_not_contains': 'a'} | an assertion needs 'type'",
        "{'rubric': 'a', 'judge': 'gpt', 'threshold': 2} | 'threshold' must be between 0 and 1",
        "{'one_of': []} | 'value' of one_of must not be empty"})
    void sayWhatToWrite(String written, String fault) {
        assertThat(ReadSuite.faultsOf(root, "{\"id\": \"a\", \"input\": \"b\", \"assert\": ["
                + written.replace('\'', '"') + "]}")).singleElement()
                .satisfies(told -> assertThat(told).contains(fault));
    }
}
