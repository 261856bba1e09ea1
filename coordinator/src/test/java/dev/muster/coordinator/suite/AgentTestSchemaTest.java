package dev.muster.coordinator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The reader and the schema for editors accept and reject the same suites. */
class AgentTestSchemaTest {

    private static final String OPENS = "'id': 'a', 'input': 'hi'";

    @TempDir
    Path root;

    static List<String> sound() {
        var alone = Stream.of("{'input': 'b'}", "[{" + OPENS + "}, {'id': 'b', 'input': 'hi'}]",
                "{'$schema': 's', 'id': 'a', 'type': 'multi_turn'}",
                "{'id': 'a', 'input': {'role': 'user', 'content': [{'type': 'text', 'text': 'x'}, {'type': 'audio',"
                        + " 'url': 'u', 'mime_type': 'm', 'filename': 'f'}, {'type': 'image_url', 'image_url': 'u'}]}}",
                "{'id': 'a', 'messages': [{'role': 'assistant', 'content': null, 'tool_calls': [{'id': 'c', 'type':"
                        + " 'function', 'function': {'name': 'f', 'arguments': '{}'}}]}, {'role': 'tool', 'tool_call_id':"
                        + " 'c', 'content': 'r', 'name': 'n'}]}",
                "{'id': 'a', 'type': 'single_turn', 'turns': [{'input': 'b', 'attachments': [{'type': 'file', 'url':"
                        + " 'u'}], 'assert': 'equals', 'timeout': '1m30s'}]}".replace("'assert': 'equals', ", ""),
                "{'id': 'a', 'turns': [{'input': [{'role': 'user', 'content': 'b'}], 'name': 'n', 'options': {'mode': 'm',"
                        + " 'skip': {'trace': true}, 'search': [1]}, 'delay_ms': 5, 'expect_success': false,"
                        + " 'continue_on_failure': true, 'capture': {'a_1': '$.a'}, 'when': {'type': 'contains', 'value':"
                        + " ['x']}, 'goto': 'n', 'payload': null, 'tools': [{'name': 't', 'result': 1}]}], 'final_scope':"
                        + " 'whole', 'pass_threshold': 0.5, 'final_assertions': {'type': 'equals', 'value': 1}}",
                "{'id': 'a', 'simulator': {'use': 'judge', 'options': {'metadata': {'max_turns': 3}}}, 'checkpoints':"
                        + " [{'id': 'x', 'assertion': [{'type': 'equals', 'value': 1}], 'after': ['y'], 'required': false},"
                        + " {'id': 'y', 'description': 'd', 'assert': {'type': 'type', 'expected': 'null'}}]}",
                "{'id': 'a', 'input': 'b', 'simulator': 'scripts:a.b', 'interactive': {'enabled': true, 'timeout': '5m'},"
                        + " 'on_missing_input': 'end', 'max_turns': 5}",
                "{'id': 'a', 'type': 'scripted', 'turns': [{'input': 'b'}]}",
                "{'id': 'a', 'type': 'scripted', 'input': 'b'}",
                "{'id': 'a', 'input': '${row.x}', 'each': [{'x': 'b', 'y': 1}, {'x': 'c', 'y': 2}], 'key': 'y'}",
                "{'input': '${row.x}', 'each': [{'x': 'b'}]}",
                "{'id': 'a', 'type': 'script_test', 'test': {'file': 'a.ts', 'function': 'TestA', 'agents': ['b']}}",
                "{'id': 'a', 'input': 'b', 'assert': 'contains', 'expected': ['x']}");
        var members = Stream.of("'name': 'n', 'agent': 'chat', 'connector': 'gpt', 'team': 't', 'user': 'u'",
                "'hooks': [{'cmd': ['a'], 'timeout_ms': 5}], 'variables': true, 'before': 'a.B', 'after': 'a.C'",
                "'tools': {'t': {'description': 'd', 'parameters': {}, 'error': 'no'}}, 'turn_timeout': '5s'",
                "'labels': {'l': 1}, 'repeat': 2, 'retries': 0, 'skip': 'later', 'timeout': '250ms', 'metadata': {'a': 1}",
                "'skip': false, 'options': {'connector': 'gpt', 'metadata': {'anything': []}}");
        var checks = Stream.of(
                "{'type': 'regex', 'pattern': 'a', 'negate': true, 'message': 'm', 'name': 'n', 'weight': 2}",
                "{'type': 'regex', 'value': 'a'}", "{'type': 'json_path', 'path': '$.a'}",
                "{'type': 'not_contains', 'value': 'x', 'ignore_case': true}",
                "{'type': 'tool_called', 'name': 't', 'arguments': {'a': 1}}",
                "{'type': 'tool_called', 'value': ['t', 'u']}",
                "{'type': 'tool_called', 'value': {'name': 't'}, 'name': 'n'}",
                "{'type': 'agent', 'use': 'agents:judge', 'threshold': 0.5, 'samples': 3, 'value': 'c'}",
                "{'type': 'agent', 'use': 'agents:judge', 'metadata': {'criteria': 'c'}, 'options': {'connector': 'gpt'}}",
                "{'type': 'script', 'use': 'scripts:a.b', 'value': [1]}", "{'type': 'script', 'script': 'scripts.a.b'}",
                "{'type': 'ag_ui', 'forbid': 't'}", "{'type': 'ag_ui', 'max_gap_ms': 5, 'weight': 2}",
                "{'type': 'ag_ui', 'max_idle_ms': 5}",
                "{'type': 'ag_ui', 'require': {'name': 't', 'count': {'min': 1}, 'args_match': {'a.b': 'c'}, 'after': 'u'}}",
                "{'type': 'oracle', 'oracle': 'trace-no-errors', 'config': {}, 'expected': {}}",
                "{'type': 'tool_called', 'name': ['t', 'u'], 'count': 2, 'result': [1], 'after': 'v'}",
                "{'type': 'tool_called', 'value': {'name': 't', 'arguments': {'a': 1}, 'args_match': 'superset'}}",
                "{'type': 'tool_called', 'name': 't', 'count': {'min': 1, 'max': 2}}",
                "{'type': 'tool_not_called', 'value': ['t', 'u'], 'name': 'n'}",
                "{'type': 'tools_in_order', 'value': ['t', {'name': 'u', 'arguments': {}, 'args_match': 'exact'}]}",
                "{'type': 'tools_exact', 'tools': []}", "{'type': 'tools_exact', 'value': 't', 'args_match': 'exact'}",
                "{'type': 'tool_result', 'value': {'tool': 't', 'result': null}}",
                "{'type': 'tool_result', 'tool': 't', 'name': 'n'}", "{'type': 'max_duration_ms', 'value': 5}",
                "{'type': 'max_cost_usd', 'value': 0.5, 'weight': 2}", "{'type': 'max_tokens', 'value': 0}",
                "{'type': 'schema', 'schema': {'type': 'object'}, 'path': '$.a'}",
                "{'type': 'schema', 'value': false}");
        return Stream.of(alone, members.map(AgentTestSchemaTest::with), checks.map(AgentTestSchemaTest::checking))
                .flatMap(each -> each).toList();
    }

    static List<String> faulty() {
        var alone = Stream.of("{'id': 'a'}", "{'id': 'a', 'type': 'scripted'}",
                "{'id': 'a', 'type': 'scripted', 'on_missing_input': 'fail'}", "{'id': '', 'input': 'b'}",
                "{'id': 7, 'input': 'b'}", "'text'",
                "{'id': 'a', 'inputt': 'b'}", "{'id': 'a', 'input': 3}", "{'id': 'a', 'messages': []}",
                "{'id': 'a', 'input': {'role': 'usr', 'content': 'b'}}", "{'id': 'a', 'input': {'role': 'user'}}",
                "{'id': 'a', 'messages': [{'role': 'tool', 'content': 'b'}]}",
                "{'id': 'a', 'messages': [{'role': 'user', 'content': 'b', 'tool_calls': []}]}",
                "{'id': 'a', 'messages': [{'role': 'user', 'content': 'b', 'tool_call_id': 'c'}]}",
                "{'id': 'a', 'input': {'role': 'user', 'content': [{'type': 'txt', 'text': 'b'}]}}",
                "{'id': 'a', 'input': {'role': 'user', 'content': [{'type': 'image'}]}}",
                "{'id': 'a', 'input': {'role': 'user', 'content': [{'type': 'image', 'source': 'x.png'}]}}",
                "{'id': 'a', 'turns': []}", "{'id': 'a', 'turns': [{}]}",
                "{'id': 'a', 'turns': [{'input': 'b', 'x': 1}]}",
                "{'id': 'a', 'turns': [{'input': 'b', 'delay_ms': -1}]}",
                "{'id': 'a', 'turns': [{'input': 'b', 'capture': {'a b': '$.a'}}]}",
                "{'id': 'a', 'turns': [{'input': 'b', 'tools': {'t': {'result': 1, 'error': 'e'}}}]}",
                "{'id': 'a', 'type': 'single_turn', 'turns': [{'input': 'c'}, {'input': 'd'}]}",
                "{'id': 'a', 'type': 'single_turn', 'input': 'b', 'simulator': {'use': 'judge'}}",
                "{'id': 'a', 'type': 'scripted', 'turns': [{'input': 'b'}], 'interactive': {}}",
                "{'id': 'a', 'simulator': {'use': 'judge', 'persona': 'p'}, 'input': 'b'}",
                "{'id': 'a', 'simulator': {'use': 'judge'}, 'checkpoints': []}",
                "{'id': 'a', 'simulator': {'use': 'judge'}, 'checkpoints': [{'id': 'x'}]}",
                "{'id': 'a', 'simulator': {'use': 'judge'}, 'checkpoints': [{'assert': {'type': 'regex', 'value': 'x'}}]}");
        var members = Stream.of("'key': 'x'", "'each': []", "'each': 'data.txt'", "'each': 7", "'each': [7]",
                "'each': {'x': 1}", "'each': [{'x': 1}], 'key': ''", "'each': [{'x': 1}], 'key': 1", "'type': 'single'",
                "'timeout': 30", "'timeout': 'soon'", "'retries': 101",
                "'repeat': 0",
                "'skip': 1", "'labels': {'a': []}", "'options': {'skip': {'hist': true}}", "'options': {'metdata': {}}",
                "'on_missing_input': 'skp'", "'interactive': {'timeout': 5}", "'max_turns': 0", "'pass_threshold': 0.5",
                "'hooks': [{'cmd': []}]", "'tools': 'all'", "'name': 'a\\u0000'", "'assert': 'contians'",
                "'assertions': [], 'assert': []");
        var checks = Stream.of("{'type': 'contain', 'value': 'b'}", "{'value': 'b'}", "{'type': 'contains'}",
                "{'type': 'contains', 'value': 5}", "{'type': 'contains', 'value': []}",
                "{'type': 'contains', 'value': 'b', 'ignorecase': true}", "{'type': 'equals'}", "{'type': 'regex'}",
                "{'type': 'regex', 'pattern': 'a', 'value': 'b'}", "{'type': 'json_path'}",
                "{'type': 'type', 'value': 'int'}", "{'type': 'tool_called'}",
                "{'type': 'tool_called', 'name': 't', 'arguments': 'x'}",
                "{'type': 'equals', 'value': 1, 'weight': -1}",
                "{'type': 'agent', 'use': 'agents:judge', 'threshold': 2}",
                "{'type': 'agent', 'use': 'agents:judge', 'x': 1}",
                "{'type': 'script'}", "{'type': 'ag_ui'}", "{'type': 'ag_ui', 'forbid': 't', 'must_match': 'x'}",
                "{'type': 'ag_ui', 'require': {'name': 't', 'counts': {}}}",
                "{'type': 'oracle'}", "7", "{'type': 'tool_called', 'name': 't', 'args_match': 'some'}",
                "{'type': 'tool_called', 'name': 't', 'count': {'exact': 1, 'min': 1}}",
                "{'type': 'tool_called', 'name': 't', 'count': 1.5}", "{'type': 'tool_not_called'}",
                "{'type': 'tool_not_called', 'name': 't', 'count': 1}", "{'type': 'tools_in_order', 'value': []}",
                "{'type': 'tools_in_order'}", "{'type': 'tools_exact', 'value': [7]}",
                "{'type': 'tools_exact', 'value': [], 'tools': []}", "{'type': 'tool_result'}",
                "{'type': 'tool_result', 'value': {'result': 1}}", "{'type': 'max_gap_ms'}",
                "{'type': 'max_tokens', 'value': 1.5}", "{'type': 'max_cost_usd', 'value': -1}",
                "{'type': 'max_duration_ms', 'value': '5s'}", "{'type': 'schema'}",
                "{'type': 'schema', 'schema': 7}", "{'type': 'schema', 'schema': 'order.json'}");
        return Stream.of(alone, members.map(AgentTestSchemaTest::with), checks.map(AgentTestSchemaTest::checking))
                .flatMap(each -> each).toList();
    }

    private static String with(String members) {
        return "{" + OPENS + ", " + members + "}";
    }

    private static String checking(String assertion) {
        return with("'assertions': [" + assertion + "]");
    }

    @ParameterizedTest
    @MethodSource("sound")
    void whatIsACaseFitsItsSchema(String text) throws Exception {
        var json = text.replace('\'', '"');

        assertThat(ReadSuite.faultsOf(root, json)).isEmpty();
        assertThat(SchemaTrouble.of("agent-test", Json.MAPPER.readTree(json))).isNull();
    }

    @ParameterizedTest
    @MethodSource("faulty")
    void whatIsNoneDoesNot(String text) throws Exception {
        var json = text.replace('\'', '"');

        assertThat(ReadSuite.faultsOf(root, json)).isNotEmpty();
        assertThat(SchemaTrouble.of("agent-test", Json.MAPPER.readTree(json))).isNotNull();
    }
}
