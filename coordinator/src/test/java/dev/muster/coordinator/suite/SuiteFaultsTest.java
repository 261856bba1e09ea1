package dev.muster.coordinator.suite;

import static dev.muster.coordinator.suite.ReadSuite.faultsOf;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.config.ProjectConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SuiteFaultsTest {

    private static final String LATER = "is not in this version of Muster";

    @TempDir
    Path root;

    @Test
    void everyScriptThatCannotBeCalledIsToldWhereItIsNamed() {
        var faults = ReadSuite.in(root).knowing((name, suite) -> name.startsWith("good") ? Optional.empty()
                : Optional.of(name + " is not there")).with("t.jsonl", """
                        {"id": "a", "input": "hi", "before": "env.Before",
                         "after": "scripts:env.After",
                         "assertions": [{"type": "script", "use": "scripts:good.f"},
                           {"type": "script", "use": "scripts:bad.f"},
                           {"type": "script", "script": "scripts.worse.f"}]}
                        {"id": "b", "checkpoints": [{"id": "c", "assertion": {"type": "script", "use": "scripts:bad.f"}}],
                         "simulator": {"use": "scripts:sim"}}
                        """).read("t.jsonl").faults();

        assertThat(faults).extracting(Object::toString).containsExactly("t.jsonl:1:38: env.Before is not there",
                "t.jsonl:2:11: env.After is not there", "t.jsonl:4:30: bad.f is not there",
                "t.jsonl:5:33: worse.f is not there", "t.jsonl:6:80: bad.f is not there",
                "t.jsonl:7:23: sim is not there");
    }

    @Test
    void everyFaultOfAJudgeAndOfSqlIsToldWhereItIsWritten() {
        var faults = ReadSuite.in(root).with("t.json", """
                {"id": "a", "userMessage": "hi",
                 "oracles": [{"type": "llm-judge", "config": {"strictMode": "yes", "passThreshold": 7,
                    "criteria": ["polite", 5, {"criterion": "short", "weight": -1}]}},
                  {"type": "sql-validate", "config": {"requireAll": 3}}],
                 "expectedOutcomes": {"sqlValidations": [{"sql": 7}, {"sql": "select 1"}, {"sq": "x"}],
                    "judgeValidationCriteria": [false]}}
                """).read("t.json").faults();

        assertThat(faults).extracting(Object::toString).map(fault -> fault.substring(0, fault.indexOf(": ")))
                .containsExactly("t.json:2:23", "t.json:2:61", "t.json:2:85", "t.json:3:28", "t.json:3:31",
                        "t.json:4:12", "t.json:4:53", "t.json:5:42", "t.json:5:75", "t.json:6:33");
    }

    /**
     * @param text text of the suite, with apostrophes for quotes
     * @param faults without the file's name
     */
    record Faulty(String text, List<String> faults) {

        static Faulty of(String text, String... faults) {
            return new Faulty(text.replace('\'', '"'), List.of(faults));
        }

        /** Returns a case with these members after id and input, which end in column 25. */
        static Faulty with(String members, String... faults) {
            return of("{'id': 'a', 'input': 'b', " + members + "}", faults);
        }
    }

    static List<Faulty> cases() {
        return List.of(Faulty.of("{'input': 'b'} {'id': 'a', 'input': 'b'}", "1:1: a case needs 'id'"),
                Faulty.of("{'id': 'a', 'input': 'b'} {'input': 'b'}", "1:27: a case needs 'id'"),
                Faulty.of("{'input': 'b', 'inptu': 'b'} {'input': 'b'}",
                        "1:16: unknown key 'inptu'; did you mean 'input'?", "1:1: a case needs 'id'",
                        "1:30: a case needs 'id'"),
                Faulty.of("{'id': '', 'input': 'b'}", "1:8: 'id' must not be empty"),
                Faulty.with("'vars': {'a': 1}",
                        "1:27: unknown key 'vars'; write the values into 'input', or make a case "
                                + "for each row of a table with 'each'; muster import promptfoo converts a configuration of "
                                + "promptfoo"),
                Faulty.with("'prompt': 'Hello'", "1:27: unknown key 'prompt'; the text of a prompt goes into 'input'; "
                        + "muster import promptfoo converts a configuration of promptfoo"),
                Faulty.with("'defaultTest': {}", "1:27: unknown key 'defaultTest'; this is a key of promptfoo; muster "
                        + "import promptfoo converts a configuration of promptfoo"),
                Faulty.of("{'id': 'a', 'type': 'scripted'}",
                        "1:1: a case of type scripted needs 'turns', 'input' or 'messages'"),
                Faulty.of("{'id': 'a', 'type': 'scripted', 'messages': [{'role': 'assistant', 'content': 'x'}]}",
                        "1:45: the last message of a scripted case must be from user, or 'turns' must follow"),
                Faulty.of("{'id': 7, 'input': 'b'}", "1:8: 'id' must be a string, not a number"),
                Faulty.of("{'id': 'a'}", "1:1: a case needs 'input' or 'messages'"),
                Faulty.of("\n  'text'\n", "2:3: a case must be an object, not a string"),
                Faulty.of("{'id': 'a', 'inputt': 'b', 'input': 'c'}",
                        "1:13: unknown key 'inputt'; did you mean 'input'?"),
                Faulty.with("'zzzzzzzzz': 1", "1:27: unknown key 'zzzzzzzzz'"),
                Faulty.with("'id': 'b'", "1:27: 'id' appears twice, first at 1:2"),
                Faulty.of("{'id': 'a', 'input': 'b'}\n{'id': 'c', 'input': 'b'}\n\n{'id': 'a', 'input': 'b'}",
                        "4:8: id 'a' is already used in this file, at line 1"),
                Faulty.with("'agent': 'expens'",
                        "1:36: unknown agent 'expens'; did you mean 'expense'? (known: expense, chat, judge)"),
                Faulty.with("'agent': 'chat', 'connector': 'gtp'",
                        "1:57: unknown connector 'gtp'; did you mean 'gpt'? (known: gpt)"),
                Faulty.with("'agent': 'chat', 'options': {'connector': 'x-y'}",
                        "1:69: unknown connector 'x-y' (known: gpt)"),
                Faulty.with("'timeout': 30",
                        "1:38: 'timeout' must be a duration such as \"30s\" or \"1m30s\", not a number"),
                Faulty.with("'timeout': '30'", "1:38: '30' is not a duration; write 5m, 30s, 1m30s or 250ms"),
                Faulty.with("'timeout': '999999999999d'",
                        "1:38: 'timeout' must be more than zero and at most 36500d"),
                Faulty.with("'timeout': '0s'", "1:38: 'timeout' must be more than zero and at most 36500d"),
                Faulty.with("'retries': -1", "1:38: 'retries' must be between 0 and 100, not -1"),
                Faulty.with("'retries': 1.5", "1:38: 'retries' must be a whole number"),
                Faulty.with("'skip': 1", "1:35: 'skip' must be true, false or the reason as a string, not a number"),
                Faulty.with("'labels': {'a': []}", "1:43: 'a' in 'labels' must be a string, not a list"),
                Faulty.with("'options': {'skip': {'trace': 1, 'hist': true}}",
                        "1:57: 'trace' must be true or false, not a number", "1:60: unknown key 'hist'"),
                Faulty.with("'options': {'metdata': {}}", "1:39: unknown key 'metdata'; did you mean 'metadata'?"),
                Faulty.with("'options': []", "1:38: 'options' must be an object, not a list"),
                Faulty.with("'type': 'single'", "1:35: unknown type 'single'; write one of single_turn, "
                        + "multi_turn, scripted, script_test"),
                Faulty.with("'type': 'single_turns'",
                        "1:35: unknown type 'single_turns'; did you mean 'single_turn'?"),
                Faulty.of("{'id': 'a\\nb', 'input': 'b'}",
                        "1:8: 'id' must be one line without control characters"),
                Faulty.of("{'id': 'pay\\u200bment', 'input': 'b'}",
                        "1:8: 'id' has the invisible character U+200B, so that "
                                + "it looks like another; take it out"),
                Faulty.with("'name': '\\u0000'", "1:35: 'name' must be one line without control characters"),
                Faulty.with("'labels': {'a': '\\u0000'}", "1:37: 'labels' must have no control characters"),
                Faulty.with("'skip': 'x\\ud83d'", "1:35: this string has half of a surrogate pair (\\ud83d),"
                        + " which is not a character"),
                Faulty.with("'n': 1e999", "1:27: unknown key 'n'", "1:32: the number 1e999 is too large"));
    }

    static List<Faulty> messages() {
        return List.of(Faulty.of("{'id': 'a', 'input': 3}",
                "1:22: 'input' must be a string, a message or a list of messages, not a number"),
                Faulty.of("{'id': 'a', 'messages': 'b'}", "1:25: 'messages' must be a list of messages, not a string"),
                Faulty.of("{'id': 'a', 'messages': []}", "1:25: there must be at least one message"),
                Faulty.of("{'id': 'a', 'messages': ['b']}", "1:26: a message must be an object, not a string"),
                Faulty.of("{'id': 'a', 'messages': [{'role': 'usr', 'content': 'b'}]}",
                        "1:35: unknown role 'usr'; did you mean 'user'?"),
                Faulty.of("{'id': 'a', 'messages': [{'content': 'b'}]}", "1:26: a message needs 'role'"),
                Faulty.of("{'id': 'a', 'messages': [{'role': 'user', 'content': null}]}",
                        "1:26: a message needs 'content'"),
                Faulty.of("{'id': 'a', 'messages': [{'role': 'user'}]}", "1:26: a message needs 'content'"),
                Faulty.of("{'id': 'a', 'messages': [{'role': 'user', 'content': 1}]}",
                        "1:54: 'content' must be a string or a list of parts, not a number"),
                Faulty.of("{'id': 'a', 'messages': [{'role': 'assistant', 'content': 'b'}]}",
                        "1:35: the last message is what the target answers: it must be from user or tool,"
                                + " not assistant"),
                Faulty.of("{'id': 'a', 'messages': [{'role': 'tool', 'content': 'b'}]}",
                        "1:26: a message from tool needs 'tool_call_id'"),
                Faulty.of("{'id': 'a', 'messages': [{'role': 'user', 'content': 'b', 'tool_calls': []}]}",
                        "1:73: only a message from assistant has 'tool_calls'"),
                Faulty.of("{'id': 'a', 'messages': [{'role': 'user', 'content': 'b', 'tool_call_id': 'c'}]}",
                        "1:75: only a message from tool has 'tool_call_id'"),
                Faulty.of("{'id': 'a', 'messages': [\n{'role': 'assistant', 'tool_calls': [{'id': 'c'}]},\n"
                        + "{'role': 'user', 'content': 'b'}]}", "2:38: a tool call needs 'function'"));
    }

    static List<Faulty> parts() {
        return List.of(part("{'type': 'txt', 'text': 'b'}", "unknown content part 'txt'; did you mean 'text'?", 9),
                part("{'type': 'text'}", "a content part of type text needs 'text'", 0),
                part("{'type': 'image'}", "a content part of type image needs 'source'", 0),
                part("{'type': 'image', 'url': 'x', 'source': 'y'}",
                        "'url' means the same as 'source'; write one of them", 25),
                part("{'type': 'image', 'source': 'x.png'}",
                        "'x.png' must start with file://; an address on the web goes into 'url'", 28),
                part("{'type': 'image', 'source': 'file://none.png'}",
                        "'file://none.png' was not found, neither beside the suite nor in the project root", 28),
                part("{'type': 'image', 'source': 'file://.'}", "'file://.' is not a regular file", 28),
                part("{'type': 'image', 'source': 'file://../x.png'}",
                        "'file://../x.png' was not found, neither beside the suite nor in the project root", 28),
                part("{'type': 'image_url', 'image_url': {'url': 'u', 'detail': 'low'}}",
                        "'detail' " + LATER, 48));
    }

    /** @param offset of the fault, from the start of the part */
    private static Faulty part(String part, String fault, int offset) {
        return Faulty.of("{'id': 'a', 'input': {'role': 'user', 'content': [\n" + part + "]}}",
                "2:" + (offset + 1) + ": " + fault);
    }

    static List<Faulty> assertions() {
        return List.of(assertion("{'type': 'contain', 'value': 'b'}",
                "unknown assertion type 'contain'; did you mean 'contains'?", 9),
                assertion("{'value': 'b'}", "an assertion needs 'type'", 0),
                assertion("{'type': 'contains'}", "contains needs 'value'", 0),
                assertion("{'type': 'contains', 'value': 5}", "'value' of contains must be a string, not a number", 30),
                assertion("{'type': 'contains', 'value': []}", "'value' of contains must not be empty", 30),
                assertion("{'type': 'contains', 'value': 'a', 'ignorecase': true}",
                        "unknown key 'ignorecase'; did you mean 'ignore_case'?", 35),
                assertion("{'type': 'equals'}", "equals needs 'value'", 0),
                assertion("{'type': 'regex'}", "regex needs 'pattern'", 0),
                assertion("{'type': 'regex', 'pattern': 'a', 'value': 'b'}",
                        "'value' means the same as 'pattern'; write one of them", 43),
                assertion("{'type': 'json_path'}", "json_path needs 'path'", 0),
                assertion("{'type': 'tool_called'}", "tool_called needs 'name'", 0),
                assertion("{'type': 'tool_called', 'value': ['t', ' ']}", "'value' of tool_called must name a tool",
                        39),
                assertion("{'type': 'tool_called', 'name': 't', 'arguments': 'x'}",
                        "'arguments' must be an object, not a string", 50),
                assertion("{'type': 'agent', 'use': 'agents:judge', 'anything': 1}", "unknown key 'anything'", 41),
                assertion("{'type': 'equals', 'value': 1, 'weight': -1}",
                        "'weight' must be at least 0, not -1", 41),
                assertion("{'type': 'equals', 'value': 1, 'negate': 'yes'}",
                        "'negate' must be true or false, not a string", 41),
                assertion("'contains'", "contains needs 'value'", 0),
                assertion("'contians'", "unknown assertion type 'contians'; did you mean 'contains'?", 0),
                assertion("7", "an assertion must be an object or the name of a type, not a number", 0));
    }

    /** @param offset of the fault, from the start of the assertion */
    private static Faulty assertion(String assertion, String fault, int offset) {
        return Faulty.of("{'id': 'a', 'input': 'b', 'assertions': [\n" + assertion + "]}",
                "2:" + (offset + 1) + ": " + fault);
    }

    @ParameterizedTest
    @MethodSource({"cases", "messages", "parts", "assertions", "mistyped"})
    void everyFaultIsToldAtItsPlace(Faulty faulty) {
        var faults = faultsOf(root, faulty.text());

        assertThat(faults).containsExactlyElementsOf(faulty.faults().stream().map(f -> "t.jsonl:" + f).toList());
    }

    @Test
    void aBadPatternIsToldWithWhatRe2Lacks() {
        var faults = faultsOf(root, """
                {"id": "a", "input": "b", "assert": {"type": "regex", "pattern": "(?=x)y"}}
                {"id": "b", "input": "b", "assert": {"type": "tool_called", "name": "t", "arguments": {"k": ["regex:("]}}}
                """);

        assertThat(faults).hasSize(2);
        assertThat(faults.get(0)).startsWith("t.jsonl:1:66: ").contains("(?=", "no lookahead");
        assertThat(faults.get(1)).startsWith("t.jsonl:2:94: ").contains("missing");
    }

    @Test
    void anUnknownJsonTypeIsToldWhereItIs() {
        var faults = faultsOf(root, """
                {"id": "a", "input": "b", "assert": {"type": "type", "value": "int", "path": "$.a"}}""");

        assertThat(faults).hasSize(1);
        assertThat(faults.getFirst()).startsWith("t.jsonl:1:63: ").contains("int", "integer");
    }

    @ParameterizedTest
    @ValueSource(strings = {"json_path", "type\", \"value\": \"number"})
    void aBadPathIsToldWhereItIs(String type) {
        var faults = faultsOf(root,
                "{\"id\": \"a\", \"input\": \"b\", \"assert\": {\"path\":\n \"$.a[?(\", \"type\": \"" + type
                        + "\"}}");

        assertThat(faults).hasSize(1);
        assertThat(faults.getFirst()).startsWith("t.jsonl:2:2: ").contains("path");
    }

    @Test
    void freeFormObjectsMayHoldAnything() {
        var faults = faultsOf(root, """
                {"id": "a", "input": "b", "metadata": {"inptu": 1}, "options": {"search": {"x": 1}, "metadata": {"y": 1}},
                 "assert": {"type": "tool_called", "name": "t", "arguments": {"naem": 1}}}""");

        assertThat(faults).isEmpty();
    }

    @Test
    void nobodyNamingATargetIsToldOnce() {
        var config = ReadSuite.project(root);
        var noDefault = ProjectConfig.of(root, null,
                new ProjectConfig.Targets(config.targets().agents(), config.targets().connectors(), Map.of()),
                new ProjectConfig.Defaults(null, null));

        var suite = ReadSuite.in(root).with("t.jsonl", """
                {"id": "a", "input": "b", "agent": "chat"}
                {"id": "b", "input": "b"}
                {"id": "c", "input": "b"}
                """).read(noDefault, "t.jsonl");

        assertThat(suite.faults()).containsExactly("t.jsonl:2:1: no agent to test: name one with -n, with 'agent' in"
                + " the case or with defaults.agent (known: expense, chat, judge)");
    }

    static List<Faulty> mistyped() {
        return List.of(Faulty.of("{'id': 'a', 'inptu': 'b'}", "1:13: unknown key 'inptu'; did you mean 'input'?"),
                Faulty.of("{'ID': 'a', 'input': 'b'}", "1:2: unknown key 'ID'; did you mean 'id'?"),
                Faulty.of("{'id': 'a', 'mesages': []}", "1:13: unknown key 'mesages'; did you mean 'messages'?"),
                Faulty.of("{'id': 'a', 'messages': [{'role': 'user', 'contnet': 'b'}]}",
                        "1:43: unknown key 'contnet'; did you mean 'content'?"),
                Faulty.of("{'id': 'a', 'input': {'rol': 'user', 'content': 'b'}}",
                        "1:23: unknown key 'rol'; did you mean 'role'?"),
                assertion("{'tpye': 'contains', 'value': 'b'}", "unknown key 'tpye'; did you mean 'type'?", 1),
                assertion("{'type': 'contains', 'values': 'b'}", "unknown key 'values'; did you mean 'value'?", 21),
                assertion("{'type': 'regex', 'patern': 'b'}", "unknown key 'patern'; did you mean 'pattern'?", 18),
                assertion("{'type': 'tool_called', 'nam': 'b'}", "unknown key 'nam'; did you mean 'name'?", 24),
                part("{'type': 'image', 'sorce': 'b'}", "unknown key 'sorce'; did you mean 'source'?", 18));
    }

    @Test
    void fiveDifferentFaultsAreFiveLinesInFileOrder() {
        var suite = ReadSuite.in(root).with("one.jsonl", """
                {"id": "a", "inptu": "b"}
                {"id": "b", "input": "b", "assertions": [{"type": "contians", "value": "x"}]}
                {"id": "c", "input": "b",
                  "assertions": [{"type": "regex", "pattern": "(unclosed"}]}
                {"id": "d", "input": "b"
                {"id": "ok", "input": "b"}
                {"id": "a", "input": "b"}
                """).read("one.jsonl");

        assertThat(suite.faults()).hasSize(5);
        assertThat(suite.faults().get(0)).isEqualTo("one.jsonl:1:13: unknown key 'inptu'; did you mean 'input'?");
        assertThat(suite.faults().get(1))
                .isEqualTo("one.jsonl:2:51: unknown assertion type 'contians'; did you mean 'contains'?");
        assertThat(suite.faults().get(2)).startsWith("one.jsonl:4:47: ").contains("(unclosed", "missing closing )");
        assertThat(suite.faults().get(3)).startsWith("one.jsonl:6:1: not JSON: ").contains("starts at 5:1");
        assertThat(suite.faults().get(4)).isEqualTo("one.jsonl:7:8: id 'a' is already used in this file, at line 1");
        assertThat(suite.cases()).extracting(each -> each.identity().id()).containsExactly("ok");
    }

    @Test
    void faultsOfSeveralFilesComeInTheOrderOfTheInputs() {
        var suite = ReadSuite.in(root).with("b.jsonl", "{\"id\": \"a\"}").with("a.json", """
                [
                  {"id": "a", "input": "ok"},
                  {"id": "b", "input": "b", "timeout": "soon"}
                ]
                """).read("b.jsonl", "a.json");

        assertThat(suite.faults()).containsExactly("b.jsonl:1:1: a case needs 'input' or 'messages'",
                "a.json:3:40: 'soon' is not a duration; write 5m, 30s, 1m30s or 250ms");
        assertThat(suite.cases()).extracting(each -> each.identity().key()).containsExactly("a.json#a");
    }

    @Test
    void casesThatAreOnlyLookedAtNeedNoTarget() {
        var nobody = ProjectConfig.of(root, null, ProjectConfig.Targets.NONE, new ProjectConfig.Defaults(null, null));

        var suite = ReadSuite.in(root).with("t.jsonl", """
                {"id": "a", "input": "b", "agent": "theirs"}
                {"id": "b", "input": "b"}
                """).look(nobody, "t.jsonl", "and a message");

        assertThat(suite.faults()).isEmpty();
        assertThat(suite.cases()).hasSize(3);
    }

    @Test
    void whatIsNoUtf8IsTold() {
        var bytes = "{\"id\": \"a\", \"input\": \"b\"}\n{\"id\": \"c\", \"input\": \"?\"}\n"
                .getBytes(StandardCharsets.UTF_8);
        bytes[26 + 22] = (byte) 0xC3;

        var suite = ReadSuite.in(root).with("t.jsonl", bytes).read("t.jsonl");

        assertThat(suite.faults()).containsExactly("t.jsonl:2:23: this is not UTF-8; save the file as UTF-8");
        assertThat(suite.cases()).hasSize(1);
    }
}
