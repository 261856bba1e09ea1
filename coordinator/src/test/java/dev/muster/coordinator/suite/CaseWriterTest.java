package dev.muster.coordinator.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.common.model.Source;
import dev.muster.common.model.TestCase;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
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
            "{'type': 'tool_called', 'value': ['f', 'g'], 'arguments': {}}");

    @TempDir
    Path root;

    private static String written(List<TestCase> cases) {
        var text = new StringWriter();
        var writer = new CaseWriter(text);
        cases.forEach(writer::write);
        return text.toString();
    }

    /** Each seed puts some spellings together; all of them come up many times over. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void whatIsWrittenReadsBackToTheSameCases(long seed) {
        var random = new Random(seed);
        var text = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            text.append(someCase(i, random).replace("\\\\'", "\\\"").replace('\'', '"')).append('\n');
        }
        var first = ReadSuite.in(root).with("f.txt", "file").with("first.jsonl", text.toString()).read("first.jsonl");
        assertThat(first.faults()).isEmpty();

        var second = ReadSuite.in(root).with("second.jsonl", written(first.cases())).read("second.jsonl");

        assertThat(second.faults()).isEmpty();
        assertThat(second.cases()).extracting(CaseWriterTest::withoutPlace)
                .isEqualTo(first.cases().stream().map(CaseWriterTest::withoutPlace).toList());
    }

    @Test
    void everyCaseIsOneLine() {
        var suite = ReadSuite.in(root).with("t.jsonl", "{\"id\": \"a\",\n\"input\": \"two\\nlines\"}").read("t.jsonl");

        assertThat(written(suite.cases())).isEqualTo(
                "{\"id\":\"a\",\"messages\":[{\"role\":\"user\",\"content\":\"two\\nlines\"}]}\n");
    }

    @Test
    void anIdThatTwoFilesShareGetsANumber() {
        var text = "{\"id\": \"a\", \"input\": \"x\"}";
        var suite = ReadSuite.in(root).with("one.jsonl", text).with("two.jsonl", text).read("one.jsonl", "two.jsonl");

        var again = ReadSuite.in(root).with("both.jsonl", written(suite.cases())).read("both.jsonl");

        assertThat(again.faults()).isEmpty();
        assertThat(again.cases()).extracting(TestCase::id).containsExactly("a", "a-2");
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

    private static List<String> someAssertions(Random random) {
        return random.ints(random.nextInt(4), 0, ASSERTIONS.size()).mapToObj(ASSERTIONS::get).toList();
    }

    private static TestCase withoutPlace(TestCase of) {
        return new TestCase("", of.id(), of.name(), of.agent(), of.options(), of.labels(),
                new Source("", 0), of.conversation(), of.assertions(), of.limits(),
                of.setup(), of.skip());
    }
}
