package dev.muster.coordinator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.coordinator.suite.source.Faults;
import dev.muster.coordinator.suite.source.YamlText;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The schemas for editors agree with the readers. */
class DialectSchemasTest {

    @TempDir
    Path root;

    @ParameterizedTest
    @ValueSource(strings = {"turns: [{user: a}]",
        "name: n\nhooks: [{cmd: [a, b], timeout_ms: 5}]\nturns: [{user: a, assert: {}}, {user: b, assert: }]\nassert: ",
        "turns: [{user: a, assert: {tools: {forbid: [x], require: [{name: a, count: {exact: 0}, args_match: {x: y}, "
                + "result_match: a, result_not_match: b, after: c}, {name: b, count: {min: 1, max: 2}}, {name: c, "
                + "count: {max: 2}}], forbid_calls: [{name: a, args_match: {x: y}, result_match: z}]}, timing: "
                + "{max_duration_ms: 1, max_gap_ms: 0}, text: {must_match: a, must_not_match: b}}}]",
        "version: '1.0'\nagent: chat\ntimeout: 5s\nrepeat: 2\nlabels: {a: b, c: 1, d: true}\ntools: {f: {result: 1}}\n"
                + "turns: [{user: a}]\nassert: {timing: {max_idle_ms: 5}, text: {must_match: [a], must_not_match: [b, c]}}",
        "name: n\neach: [{x: a}, {x: b}]\nkey: x\nturns: [{user: 'say ${row.x}'}]",
        "tools: [{name: f, description: d, parameters: {type: object}, error: no}]\nturns: [{user: a, attachments: "
                + "[{type: text, text: b}]}]"})
    void whatIsAnAgUiTestFitsItsSchema(String yaml) throws Exception {
        assertThat(faults("t.yaml", yaml)).isEmpty();
        assertThat(SchemaTrouble.of("ag-ui", yaml(yaml))).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"turns: []", "turns: [{user: ''}]", "turns: [{user: 5}]", "turns: [{user: a}, {usr: b}]",
        "turns: [{user: a}]\nnam: n", "turns: [{user: a}]\nname: 5", "turns: [{user: a}]\nhooks: [{cmd: []}]",
        "turns: [{user: a}]\nhooks: [{cmd: a}]", "turns: [{user: a}]\nhooks: [{cmd: [a], timeout_ms: 0}]",
        "turns: [{user: a}]\nassert: []", "turns: [{user: a}]\nassert: {tool: {}}",
        "turns: [{user: a}]\nassert: {tools: {forbid: [{name: a}]}}",
        "turns: [{user: a}]\nassert: {tools: {require: [{}]}}",
        "turns: [{user: a}]\nassert: {tools: {require: [{name: a, count: {}}]}}",
        "turns: [{user: a}]\nassert: {tools: {require: [{name: a, count: {exact: 1, max: 2}}]}}",
        "turns: [{user: a}]\nassert: {tools: {require: [{name: a, count: 2}]}}",
        "turns: [{user: a}]\nassert: {tools: {require: [{name: a, args_match: {x: 5}}]}}",
        "turns: [{user: a}]\nassert: {tools: {forbid_calls: [{name: a, after: b}]}}",
        "turns: [{user: a}]\nassert: {timing: {max_gap_ms: 1.5}}",
        "turns: [{user: a}]\nassert: {text: {must_match: [5]}}", "turns: [{user: a}]\nrepeat: 0",
        "turns: [{user: a}]\ntimeout: 5", "turns: [{user: a}]\ntools: {f: {result: 1, error: e}}",
        "turns: [{user: a}]\ntools: [{result: 1}]", "turns: [{user: a}]\nlabels: {a: [b]}",
        "turns: [{user: a, attachments: [a]}]", "key: x\nturns: [{user: a}]",
        "each: 7\nturns: [{user: a}]", "each: [a]\nturns: [{user: a}]", "each: a.txt\nturns: [{user: a}]"})
    void whatIsNoAgUiTestDoesNot(String yaml) throws Exception {
        assertThat(faults("t.yaml", yaml)).isNotEmpty();
        assertThat(SchemaTrouble.of("ag-ui", yaml(yaml))).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'userMessage': 'a'}", "[{'userMessage': ['a', 'b']}, {'name': 'n', 'userMessage': 'c'}]",
        "{'conversationTurns': [{'name': 'one', 'userMessage': 'a', 'turnOracles': [{'type': 'SchemaValidator', "
                + "'config': {'requiresFields': ['a']}, 'weight': 2}], 'expectSuccess': false, 'continueOnFailure': "
                + "true, 'expectedOutcomes': {'a': 1}, 'inputPayload': [1], 'delay_ms': 5, 'timeout': '3s', 'capture': "
                + "{'x': '$.x'}, 'when': {'type': 'contains', 'value': 'x'}, 'goto': 'one'}]}",
        "{'fields': {'Name': 'n', 'RubricID': null, 'InputDefinition': '{\\\"userMessage\\\": \\\"a\\\"}', "
                + "'ExpectedOutcomes': {'responsePatterns': ['x'], 'responseSchema': {}}, 'Configuration': {'oracles': "
                + "[{'type': 'exact-match', 'config': {'mode': 'deep'}}]}}, 'primaryKey': {'ID': 'x'}, 'sync': {}}",
        "{'userMessage': 'a', 'oracles': [], 'scoringWeights': {'ExactMatch': 0.5}, 'evaluationStrategy': 'each-turn',"
                + " 'maxExecutionTime': 5, 'pass_threshold': 0.5, 'agentId': 'chat', 'inputPayload': {'a': 1}}"})
    void whatIsAnAgentEvalTestFitsItsSchema(String json) throws Exception {
        assertThat(faults("t.json", text(json))).isEmpty();
        assertThat(SchemaTrouble.of("agent-eval", Json.MAPPER.readTree(text(json)))).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'userMessage': 5}", "{'userMessage': []}", "{'userMessage': ['']}",
        "{'userMessages': ['a']}", "{'conversationTurns': []}", "{'conversationTurns': [{}]}",
        "{'conversationTurns': [{'userMessage': ['a']}]}",
        "{'conversationTurns': [{'userMessage': 'a', 'turnOracle': []}]}",
        "{'userMessage': 'a', 'oracles': [{}]}", "{'userMessage': 'a', 'oracles': [{'type': 'Foo'}]}",
        "{'userMessage': 'a', 'oracles': [{'type': 'ExactMatch', 'config': {'mode': 'x'}}], 'expectedOutcomes': {'a': 1}}",
        "{'userMessage': 'a', 'oracles': [{'type': 'ExactMatch', 'weight': -1}]}",
        "{'userMessage': 'a', 'expectedOutcomes': []}",
        "{'userMessage': 'a', 'scoringWeights': {'Foo': 1}}", "{'userMessage': 'a', 'evaluationStrategy': 'x'}",
        "{'userMessage': 'a', 'maxExecutionTime': 0}", "{'userMessage': 'a', 'pass_threshold': 2}",
        "{'userMessage': 'a', 'orakles': []}", "{'fields': {'userMessage': 'a', 'orakles': []}}",
        "{'fields': {'InputDefinition': {'userMessage': 'a', 'orakles': []}}}"})
    void whatIsNoAgentEvalTestDoesNot(String json) throws Exception {
        assertThat(faults("t.json", text(json))).isNotEmpty();
        assertThat(SchemaTrouble.of("agent-eval", Json.MAPPER.readTree(text(json)))).isNotNull();
    }

    private List<String> faults(String file, String text) {
        return ReadSuite.in(root).with(file, text).read(file).faults();
    }

    private static String text(String json) {
        return json.replace('\'', '"');
    }

    private static JsonNode yaml(String text) {
        var faults = new ArrayList<String>();
        var documents = YamlText.read(text, new Faults("t.yaml", fault -> faults.add(fault.toString())));
        assertThat(faults).isEmpty();
        return documents.getFirst().json();
    }
}
