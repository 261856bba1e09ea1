package dev.muster.coordinator.suite;

import static dev.muster.coordinator.suite.ReadSuite.faultsOf;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.coordinator.suite.SuiteFaultsTest.Faulty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConversationFaultsTest {

    @TempDir
    Path root;

    static List<Faulty> modes() {
        return List.of(
                Faulty.of("{'id': 'a', 'type': 'single_turn', 'turns': [{'input': 'c'}], 'simulator': {}}",
                        "1:63: 'simulator' can't be combined with single_turn"),
                Faulty.of("{'id': 'a', 'type': 'single_turn', 'turns': [{'input': 'c'}, {'input': 'd'}]}",
                        "1:45: a single_turn case has exactly one turn, not 2"),
                Faulty.of("{'id': 'a', 'type': 'single_turn', 'input': 'b', 'checkpoints': []}",
                        "1:50: 'checkpoints' can't be combined with single_turn"),
                Faulty.of("{'id': 'a', 'type': 'scripted', 'turns': [{'input': 'c'}], 'interactive': {}}",
                        "1:60: 'interactive' can't be combined with scripted"),
                Faulty.with("'pass_threshold': 0.5", "1:27: 'pass_threshold' goes with 'turns' only"),
                Faulty.of("{'id': 'a', 'turns': [{'input': 'c'}], 'pass_threshold': 5}",
                        "1:58: 'pass_threshold' must be between 0 and 1, not 5"),
                Faulty.of("{'id': 'a', 'turns': [{'input': 'c'}], 'final_scope': 'all'}",
                        "1:55: 'final_scope' is last_reply or whole"),
                Faulty.with("'type': 'multi_turns'", "1:35: unknown type 'multi_turns'; did you mean 'multi_turn'?"));
    }

    static List<Faulty> turns() {
        return List.of(Faulty.of("{'id': 'a', 'turns': []}", "1:22: there must be at least one turn"),
                Faulty.of("{'id': 'a', 'turns': 'b'}", "1:22: 'turns' must be a list, not a string"),
                turn("'attachments': []", "1: a turn needs 'input'"),
                turn("'answer': {}", "12: 'answer' is { approve: true or false, reason: … } or { value: any JSON }"),
                turn("'inptu': 'b'", "2: unknown key 'inptu'; did you mean 'input'?"),
                turn("'input': 7", "11: 'input' must be a string, a message or a list of messages, not a number"),
                turn("'input': []", "11: there must be at least one message"),
                turn("'input': {'role': 'user', 'content': []}", "11: a turn must say something"),
                turn("'input': {'role': 'assistant', 'content': 'b'}",
                        "11: what a turn says is from user, not assistant"),
                turn("'input': [{'role': 'user', 'content': 'b'}, {'role': 'user', 'content': 'b'}]",
                        "11: a turn says one message, not 2; a history goes into 'messages' of the case"),
                turn("'input': 'b', 'delay_ms': -1", "28: 'delay_ms' must be between 0 and 86400000, not -1"),
                turn("'input': 'b', 'capture': {'a b': '$.a'}",
                        "35: 'a b' is not a valid name for ${captured.NAME}: write letters, digits, _ and -"),
                turn("'input': 'b ${captured.nope}'",
                        "11: ${captured.nope} has no value: no earlier turn captures it; a turn does with 'capture': {\"nope\": \"$.path\"}"),
                turn("'input': 'b', 'goto': 'x'}, {'name': 'x', 'input': 'c ${captured.id}', 'capture': {'ip': '$.a'}",
                        "53: ${captured.id} has no value: no earlier turn captures it; a turn does with"
                                + " 'capture': {\"id\": \"$.path\"}; did you mean 'ip'?"),
                turn("'input': 'b'}, {'input': 'c', 'assertions': [{'type': 'contains', 'value': '${captured.id}'}],"
                        + " 'capture': {'id': '$.id'}",
                        "77: ${captured.id} has no value: no earlier turn captures it; a turn does with"
                                + " 'capture': {\"id\": \"$.path\"}"),
                Faulty.of("{'id': 'a', 'turns': [{'input': 'b'}], 'final_assertions': [{'type': 'contains', 'value': "
                        + "'${captured.id}'}]}",
                        "1:91: ${captured.id} has no value: no turn captures it; a turn does"
                                + " with 'capture': {\"id\": \"$.path\"}"),
                Faulty.of("{'id': 'a', 'input': 'pay ${captured.id}'}",
                        "1:22: ${captured.id} has no value: nothing is captured before the conversation begins; a turn does with 'capture': {\"id\":"
                                + " \"$.path\"}"),
                turn("'input': 'b', 'when': {'type': 'contain'}",
                        "33: unknown assertion type 'contain'; did you mean 'contains'?"),
                turn("'input': 'b', 'goto': 'pya'}, {'input': 'c', 'name': 'pay'",
                        "24: no turn is called 'pya'; did you mean 'pay'?"),
                turn("'input': 'b', 'goto': 'pay'}, {'input': 'c', 'name': 'pay'}, {'input': 'c', 'name': 'pay'",
                        "24: 2 turns are called 'pay'; give one of them another name"),
                turn("'input': 'b', 'options': {'connector': 'gpt'}, 'agent': 'chat'", "49: unknown key 'agent'"),
                turn("'input': 'b', 'tools': {'t': {'result': 1, 'error': 'no'}}",
                        "54: a tool has 'result' or 'error', not both"),
                turn("'input': 'b', 'tools': {'t': {'parameters': []}}",
                        "46: 'parameters' must be a JSON Schema as an object, not a list"),
                turn("'input': 'b', 'tools': [{'result': 1}]", "26: a tool needs 'name'"),
                turn("'input': 'b', 'tools': 'all'",
                        "25: 'tools' must be an object by tool name, or a list, not a string"),
                Faulty.of("{'id': 'a', 'agent': 'chat', 'turns': [{'input': 'c', 'options': {'connector': 'gtp'}}]}",
                        "1:39: a turn's options: unknown connector 'gtp'; did you mean 'gpt'? (known: gpt)"),
                Faulty.of("{'id': 'a', 'type': 'multi_turn', 'messages': [{'role': 'assistant', 'tool_calls': []},"
                        + " {'role': 'tool', 'tool_call_id': 'c', 'content': 'r'}]}",
                        "1:47: the last message of a conversation that goes on is from user or assistant, not tool"));
    }

    /** Returns a suite with the turn on the second line; {@code fault} includes the column. */
    private static Faulty turn(String members, String fault) {
        return Faulty.of("{'id': 'a', 'turns': [\n{" + members + "}]}", "2:" + fault);
    }

    static List<Faulty> helpers() {
        return List.of(simulator("{'use': 'jude'}",
                "9: unknown agent 'jude'; did you mean 'judge'? (known: expense, chat, judge)"),
                simulator("{'use': 'agents:jude'}",
                        "9: unknown agent 'jude'; did you mean 'judge'? (known: expense, chat, judge)"),
                simulator("{'use': 'agent:judge'}",
                        "9: unknown kind of reference in 'agent:judge'; use agents: or scripts:; did you mean 'agents:'?"),
                simulator("{'use': 'scripts:'}", "9: unknown script 'scripts:'"),
                simulator("{}", "1: 'simulator' needs 'use'"),
                simulator("7", "1: 'simulator' must be an object, not a number"),
                simulator("{'use': 'judge', 'persona': 'p'}", "18: unknown key 'persona'"),
                simulator("{'use': 'judge', 'metadata': {'max_turns': 'many'}}",
                        "44: 'max_turns' must be a number, not a string"),
                simulator("{'use': 'judge', 'options': {'connector': 'gtp'}}",
                        "43: unknown connector 'gtp'; did you mean 'gpt'? (known: gpt)"),
                Faulty.with("'max_turns': 0", "1:40: 'max_turns' must be between 1 and 100000, not 0"),
                Faulty.with("'interactive': {'timeout': 5}",
                        "1:54: 'timeout' must be a duration such as \"30s\" or \"1m30s\", not a number"),
                Faulty.with("'on_missing_input': 'skp'",
                        "1:47: 'on_missing_input' is skip, fail or end; did you mean 'skip'?"),
                assertion("{'type': 'agent'}", "1: an assertion of type agent needs 'use', such as "
                        + "agents:judge; or set defaults.validator for all of them"),
                assertion("{'type': 'agent', 'use': 'agents:x'}",
                        "26: unknown agent 'x' (known: expense, chat, judge)"),
                assertion("{'type': 'agent', 'use': 'scripts:x'}",
                        "26: an assertion of type agent asks an agent: write \"agents:…\", or the type script"),
                assertion("{'type': 'script', 'use': 'agents:x'}",
                        "27: an assertion of type script asks a script: write \"scripts:…\", or the type agent"),
                assertion("{'type': 'script'}", "1: an assertion of type script needs 'use'"),
                assertion("{'type': 'agent', 'use': 'agents:judge', 'threshold': 2}",
                        "55: 'threshold' must be between 0 and 1, not 2"),
                assertion("{'type': 'agent', 'use': 'agents:judge', 'value': 'c', 'metadata': {'criteria': 'd'}}",
                        "51: 'value' means the same as 'criteria' in the metadata; write one of them"));
    }

    private static Faulty simulator(String simulator, String fault) {
        return Faulty.of("{'id': 'a', 'input': 'b', 'simulator':\n" + simulator + "}", "2:" + fault);
    }

    private static Faulty assertion(String assertion, String fault) {
        return Faulty.of("{'id': 'a', 'input': 'b', 'assertions': [\n" + assertion + "]}", "2:" + fault);
    }

    static List<Faulty> checkpoints() {
        return List.of(checkpoints("", "2:1: there must be at least one checkpoint"),
                checkpoints("{'assertion': 'equals'}", "2:2: a checkpoint needs 'id'", "2:16: equals needs 'value'"),
                checkpoints("{'id': 'x'}", "2:2: a checkpoint needs 'assertion'"),
                checkpoints("{'id': 'x', 'assert': []}", "2:24: a checkpoint needs an assertion"),
                checkpoints(checkpoint("x", "") + ", " + checkpoint("x", ""),
                        "2:68: checkpoint 'x' already exists, at 2:9"),
                checkpoints(checkpoint("ask", "") + ", " + checkpoint("pay", "'aks'"),
                        "2:70: checkpoint 'pay' waits for 'aks', which does not exist; did you mean 'ask'?"),
                checkpoints(checkpoint("a", "'a'"), "2:9: checkpoints depend on each other in a cycle: a → a"),
                checkpoints(String.join(",\n", checkpoint("w", "'x'"), checkpoint("x", "'y'"),
                        checkpoint("y", "'x', 'z'"), checkpoint("z", "")),
                        "3:8: checkpoints depend on each other in a cycle: x → y → x"));
    }

    private static String checkpoint(String id, String after) {
        return "{'id': '" + id + "', 'assertion': {'type': 'regex', 'value': 'x'}"
                + (after.isEmpty() ? "" : ", 'after': [" + after + "]") + "}";
    }

    private static Faulty checkpoints(String list, String... faults) {
        return Faulty.of("{'id': 'a', 'simulator': {'use': 'judge'}, 'checkpoints':\n[" + list + "]}", faults);
    }

    @ParameterizedTest
    @MethodSource({"modes", "turns", "helpers", "checkpoints"})
    void everyFaultIsToldAtItsPlace(Faulty faulty) {
        var faults = faultsOf(root, faulty.text());

        assertThat(faults).containsExactlyElementsOf(faulty.faults().stream().map(f -> "t.jsonl:" + f).toList());
    }
}
