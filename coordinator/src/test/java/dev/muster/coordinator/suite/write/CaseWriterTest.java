package dev.muster.coordinator.suite.write;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.suite.ReadSuite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CaseWriterTest {

    private static final List<String> SAID = List.of("'input': 'hi'", "'input': {'role': 'user', 'content': ''}",
            "'type': 'single_turn', 'turns': [{'input': 'hi', 'attachments': [{'type': 'file', 'source': 'file://f.txt'}]}]",
            "'messages': [{'role': 'system', 'content': 'a\\u0000\\ud83d\\ude00\\n'}, {'role': 'user', 'content': [{'type': 'text',"
                    + " 'text': 'x'}, {'type': 'image', 'url': 'https://h/a', 'mime_type': 'x/y'}, {'type': 'audio',"
                    + " 'url': 'data:audio/wav;base64,QUJD', 'filename': 'a.wav'}]}]",
            "'messages': [{'role': 'assistant', 'tool_calls': [{'id': 'c', 'function': {'name': 'f', 'arguments': '{}'}},"
                    + " {'id': 'd', 'function': {'name': 'f', 'arguments': '5'}}, {'id': 'e', 'function': {'name': 'f',"
                    + " 'arguments': '\\\\'5\\\\''}}, {'id': 'g', 'function': {'name': 'f', 'arguments': ''}}, {'id': 'h',"
                    + " 'function': {'name': 'f', 'arguments': '1 2'}}, {'id': 'i', 'function': {'name': 'f', 'arguments':"
                    + " {'a': [1.5, null]}}}]}, {'role': 'tool', 'tool_call_id': 'c', 'content': []}]");

    private static final List<String> REST = List.of("'name': 'n'", "'agent': 'chat'", "'timeout': '1h1m1s1ms'",
            "'retries': 0", "'skip': true", "'skip': 'not now'", "'labels': {'a': 'b', 'c': 1.50}",
            "'team': 't', 'user': 'u'", "'metadata': {'x': {'y': [1, 1e10, 'z', null]}}, 'connector': 'gpt'",
            "'options': {'skip': {'history': true, 'search': false}, 'search': [], 'mode': 'm', 'metadata': {'null': null}}",
            "'expected': {'a': 1.0}", "'expected': 'text'", "'assert': 'contains', 'expected': ['x', 'y']");

    private static final List<String> ASSERTIONS = List.of("{'type': 'equals', 'value': null}",
            "{'type': 'contains', 'value': 'x', 'ignore_case': true, 'negate': true}",
            "{'type': 'not_contains', 'value': ['x', 'y'], 'message': 'm', 'weight': 0}",
            "{'type': 'regex', 'value': 'a\\\\\\\\d+', 'name': 'n'}", "{'type': 'json_path', 'path': '$.a'}",
            "{'type': 'json_path', 'path': '$.a', 'value': null}", "{'type': 'type', 'expected': 'null'}",
            "{'type': 'type', 'path': '$.a', 'value': 'array', 'weight': 2.5}", "{'type': 'tool_called', 'name': 'f'}",
            "{'type': 'tool_called', 'value': {'name': 'f', 'arguments': {'a': {'b': 'regex:x'}}}, 'name': 'n'}",
            "{'type': 'tool_called', 'value': ['f', 'g'], 'arguments': {}}",
            "{'type': 'tool_called', 'name': ['f', 'g'], 'arguments': {'a': 1}, 'args_match': 'exact', 'count': 2}",
            "{'type': 'tool_called', 'name': 'f', 'count': {'min': 0, 'max': 3}, 'result': {'ok': true}, 'after': 'g'}",
            "{'type': 'tool_not_called', 'name': 'f', 'args_match': 'ignore'}",
            "{'type': 'tool_not_called', 'value': {'name': 'f', 'arguments': {'a': 1}}, 'name': 'n', 'weight': 3}",
            "{'type': 'tools_in_order', 'value': ['f', {'name': ['g', 'h'], 'arguments': {}, 'args_match': 'exact'}]}",
            "{'type': 'tools_exact', 'tools': [], 'name': 'n'}",
            "{'type': 'tools_exact', 'value': 'f', 'negate': true}",
            "{'type': 'tool_result', 'tool': ['f', 'g'], 'result': null}", "{'type': 'tool_result', 'value': 'f'}",
            "{'type': 'max_duration_ms', 'value': 5}", "{'type': 'max_gap_ms', 'value': 0, 'message': 'm'}",
            "{'type': 'max_tokens', 'value': 100}", "{'type': 'max_cost_usd', 'value': 0.0125, 'name': 'n'}",
            "{'type': 'schema', 'schema': {'type': 'object'}}", "{'type': 'schema', 'path': '$.a', 'value': true}",
            "{'type': 'agent', 'use': 'agents:judge', 'value': 'polite', 'threshold': 0.7, 'samples': 3}",
            "{'type': 'agent', 'use': 'agents:judge', 'options': {'connector': 'gpt', 'metadata': {'x': [1]}}, 'name': 'n'}",
            "{'type': 'script', 'use': 'scripts:a.b', 'value': null}", "{'type': 'script', 'script': 'scripts.a.b'}",
            "{'type': 'ag_ui', 'forbid': 't', 'message': 'm'}",
            "{'type': 'ag_ui', 'require': {'name': 't', 'count': {'min': 1, 'max': 2}, 'args_match': {'a.b': 'c+'},"
                    + " 'after': 'u'}}",
            "{'type': 'ag_ui', 'max_gap_ms': 5}", "{'type': 'ag_ui', 'max_idle_ms': 5}",
            "{'type': 'ag_ui', 'must_match': 'x', 'negate': true}",
            "{'type': 'oracle', 'oracle': 'exact-match', 'config': {'mode': 'partial'}, 'expected': {'a': 1}, 'weight': 2}",
            "{'type': 'oracle', 'oracle': 'trace-no-errors'}");

    /** Members that make a case a conversation. */
    private static final List<String> TALKS = List.of("'type': 'multi_turn'", "'type': 'multi_turn', 'input': 'hi'",
            "'messages': [{'role': 'user', 'content': 'x'}, {'role': 'assistant', 'content': 'y'}, {'role': 'user',"
                    + " 'content': [{'type': 'image', 'url': 'https://h/a.png'}]}], 'interactive': {'enabled': true}",
            "'messages': [{'role': 'system', 'content': 's'}], 'turns': [TURN, TURN]",
            "'type': 'single_turn', 'turns': [{'input': 'hi', 'delay_ms': 5}]",
            "'type': 'single_turn', 'turns': [{'input': 'hi', 'timeout': '5s', 'name': 'n', 'options': {'mode': 'm'}}]",
            "'type': 'scripted', 'turns': [TURN], 'final_scope': 'whole', 'pass_threshold': 0.5",
            "'turns': [TURN, TURN, {'input': 'z', 'name': 'last', 'goto': 'last'}], 'simulator': SIMULATOR",
            "'input': 'hi', 'simulator': SIMULATOR, 'max_turns': 3, 'on_missing_input': 'fail'",
            "'input': 'hi', 'simulator': SIMULATOR, 'interactive': {'enabled': true, 'timeout': '7s'}",
            "'simulator': SIMULATOR, 'checkpoints': CHECKPOINTS, 'max_turns': 5",
            "'simulator': SIMULATOR, 'checkpoints': CHECKPOINTS, 'input': 'hi'",
            "'simulator': SIMULATOR, 'checkpoints': CHECKPOINTS, 'turns': [TURN]",
            "'simulator': SIMULATOR, 'checkpoints': CHECKPOINTS, 'messages': [{'role': 'assistant', 'content': 'y'}]");

    private static final List<String> TURNS = List.of("{'input': 'b'}",
            "{'input': 'b', 'attachments': [{'type': 'text', 'text': 'c'}, {'type': 'file', 'source': 'file://f.txt'}]}",
            "{'input': {'role': 'user', 'content': [{'type': 'image', 'url': 'u'}, {'type': 'text', 'text': 'c'}]}}",
            "{'input': 'b', 'assertions': [{'type': 'contains', 'value': 'x'}], 'options': {'metadata': {'a': null}}}",
            "{'input': 'b', 'name': 'n', 'delay_ms': 0, 'timeout': '1m', 'expect_success': true}",
            "{'input': 'b', 'expect_success': false, 'continue_on_failure': true, 'payload': {'a': [null]}}",
            "{'input': 'b', 'capture': {'id': '$.id'}, 'when': {'type': 'regex', 'pattern': 'a+', 'negate': true}}",
            "{'input': 'b', 'tools': {'t': {'description': 'd', 'parameters': {'type': 'object'}, 'result': null},"
                    + " 'u': {'error': 'no'}, 'v': {}}}");

    private static final List<String> SIMULATORS = List.of("{'use': 'judge'}", "{'use': 'scripts:a.b'}",
            "{'use': 'agents:judge', 'options': {'connector': 'gpt', 'metadata': {'goal': 'g', 'max_turns': 4}}}");

    private static final List<String> CHECKPOINTS = List.of(
            "[{'id': 'a', 'assertion': {'type': 'equals', 'value': 1}}]",
            "[{'id': 'a', 'description': 'd', 'assert': [{'type': 'equals', 'value': 1}, {'type': 'equals', 'value': 2}],"
                    + " 'after': ['b']}, {'id': 'b', 'assertion': {'type': 'equals', 'value': 1}, 'required': false}]");

    private static final List<String> SURROUNDINGS = List.of("'name': 'n'", "'turn_timeout': '3s', 'repeat': 5",
            "'hooks': [{'cmd': ['a', 'b']}, {'cmd': ['c'], 'timeout_ms': 3}]",
            "'hooks': [{'cmd': ['a']}], 'variables': false",
            "'variables': true, 'before': 'a.B', 'after': 'a.C'", "'tools': [{'name': 't', 'result': [1]}]",
            "'retries': 1, 'timeout': '2m', 'skip': 'later', 'labels': {'l': 'm'}");

    @TempDir
    Path root;

    private static String written(List<TestCase> cases) {
        var text = new StringWriter();
        var writer = new CaseWriter(text);
        cases.forEach(writer::write);
        return text.toString();
    }

    /** Each seed combines some spellings; every spelling occurs many times. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void whatIsWrittenReadsBackToTheSameCases(long seed) {
        var random = new Random(seed);
        var text = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            var some = random.nextBoolean() ? someCase(i, random) : someConversation(i, random);
            text.append(some.replace("\\\\'", "\\\"").replace('\'', '"')).append('\n');
        }
        var first = ReadSuite.in(root).with("f.txt", "file").with("first.jsonl", text.toString()).read("first.jsonl");
        assertThat(first.faults()).isEmpty();

        var second = ReadSuite.in(root).with("second.jsonl", written(first.cases())).read("second.jsonl");

        assertThat(second.faults()).isEmpty();
        assertThat(second.cases()).extracting(CaseWriterTest::withoutPlace)
                .isEqualTo(first.cases().stream().map(CaseWriterTest::withoutPlace).toList());
    }

    @Test
    void aScriptTestReadsBackToItself() {
        var line = "{\"id\":\"TestA\",\"type\":\"script_test\",\"test\":{\"file\":\"a/b.ts\",\"function\":\"TestA\","
                + "\"agents\":[\"expense\"]}}\n";

        var suite = ReadSuite.in(root).with("t.jsonl", line).read("t.jsonl");

        assertThat(suite.faults()).isEmpty();
        assertThat(suite.cases().getFirst().conversation())
                .isEqualTo(new Conversation.ScriptTest("a/b.ts", "TestA", List.of("expense")));
        assertThat(written(suite.cases())).isEqualTo(line);
    }

    @Test
    void everyCaseIsOneLine() {
        var suite = ReadSuite.in(root).with("t.jsonl", "{\"id\": \"a\",\n\"input\": \"two\\nlines\"}").read("t.jsonl");

        assertThat(written(suite.cases())).isEqualTo(
                "{\"id\":\"a\",\"messages\":[{\"role\":\"user\",\"content\":\"two\\nlines\"}]}\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e400", "{\\\"a\\\": [-1e400]}", "\\\"\\\\ud83d\\\"", "{\\\"\\\\udc00\\\": 1}"})
    void argumentsThatWouldNotComeBackFromJsonStayTheTextThatTheyAre(String arguments) {
        var suite = ReadSuite.in(root).with("t.jsonl", "{\"id\": \"a\", \"messages\": [{\"role\": \"assistant\", "
                + "\"tool_calls\": [{\"id\": \"c\", \"function\": {\"name\": \"f\", \"arguments\": \"" + arguments
                + "\"}}]}, {\"role\": \"user\", \"content\": \"x\"}]}").read("t.jsonl");

        assertThat(suite.faults()).isEmpty();
        assertThat(written(suite.cases())).contains("\"arguments\":\"" + arguments + "\"");
    }

    @Test
    void namesThatTheWriterIsGivenInAnyOrderAreWrittenInOne() {
        var labels = new ArrayList<>(List.of("'a': '1'", "'b': '2'", "'c': '3'", "'d': '4'", "'e': '5'"));
        var texts = new ArrayList<String>();
        for (int i = 0; i < labels.size(); i++) {
            Collections.rotate(labels, 1);
            texts.add(written(List.of(ReadSuite.caseWith(root,
                    ("'labels': {" + String.join(", ", labels) + "}").replace('\'', '"')))));
        }

        assertThat(texts).containsOnly("{\"id\":\"a\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}],\"labels\":"
                + "{\"a\":\"1\",\"b\":\"2\",\"c\":\"3\",\"d\":\"4\",\"e\":\"5\"}}\n");
    }

    @Test
    void anIdThatTwoFilesShareGetsANumber() {
        var text = "{\"id\": \"a\", \"input\": \"x\"}";
        var suite = ReadSuite.in(root).with("one.jsonl", text).with("two.jsonl", text).read("one.jsonl", "two.jsonl");

        var again = ReadSuite.in(root).with("both.jsonl", written(suite.cases())).read("both.jsonl");

        assertThat(again.faults()).isEmpty();
        assertThat(again.cases()).extracting(each -> each.identity().id()).containsExactly("a", "a-2");
    }

    private static String someCase(int number, Random random) {
        var members = new ArrayList<String>();
        members.add("'id': 'case " + number + "'");
        members.add(SAID.get(random.nextInt(SAID.size())));
        var rest = REST.get(random.nextInt(REST.size()));
        members.add(rest);
        if (!rest.contains("'expected'")) {
            members.add("'assertions': [" + String.join(", ", someAssertions(random)) + "]");
        }
        return "{" + String.join(", ", members) + "}";
    }

    private static String someConversation(int number, Random random) {
        var talk = any(TALKS, random).replace("", "");
        while (talk.contains("TURN")) {
            talk = talk.replaceFirst("TURN", Matcher.quoteReplacement(any(TURNS, random)));
        }
        talk = talk.replace("SIMULATOR", any(SIMULATORS, random)).replace("CHECKPOINTS", any(CHECKPOINTS, random));
        return "{'id': 'case " + number + "', " + talk + ", " + any(SURROUNDINGS, random) + ", 'final_assertions': ["
                + String.join(", ", someAssertions(random)) + "]}";
    }

    private static String any(List<String> of, Random random) {
        return of.get(random.nextInt(of.size()));
    }

    private static List<String> someAssertions(Random random) {
        return random.ints(random.nextInt(4), 0, ASSERTIONS.size()).mapToObj(ASSERTIONS::get).toList();
    }

    private static TestCase withoutPlace(TestCase of) {
        return new TestCase(
                new TestCase.Identity("", of.identity().id(), of.identity().name(), of.identity().labels(),
                        new Source("", 0)),
                of.agent(), of.options(), of.conversation(), of.assertions(), of.limits(), of.setup(), of.skip());
    }
}
