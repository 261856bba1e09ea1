package dev.muster.coordinator.suite;

import static dev.muster.coordinator.suite.ReadSuite.caseWith;
import static dev.muster.coordinator.suite.ReadSuite.sound;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.assertion.ToolCheck;
import dev.muster.common.assertion.ValueCheck;
import dev.muster.common.json.Json;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Conversation;
import dev.muster.common.model.Message;
import dev.muster.common.model.Source;
import dev.muster.common.model.ToolCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class SpellingsTest {

    @TempDir
    Path root;

    private static JsonNode json(String text) {
        return Json.MAPPER.readTree(text);
    }

    private List<Message> messages(String text) {
        return ((Conversation.Standard) sound(root, text).conversation()).messages();
    }

    static List<SpelledAssertion> assertions() {
        return List.of(
                new SpelledAssertion("'assertions': [{'type': 'contains', 'value': 'x'}]",
                        new TextCheck.Contains(List.of("x"), false)),
                new SpelledAssertion("'assert': {'type': 'contains', 'value': 'x'}",
                        new TextCheck.Contains(List.of("x"), false)),
                new SpelledAssertion("'assert': [{'type': 'contains', 'value': 'x'}]",
                        new TextCheck.Contains(List.of("x"), false)),
                new SpelledAssertion("'assert': 'contains', 'expected': 'x'",
                        new TextCheck.Contains(List.of("x"), false)),
                new SpelledAssertion("'assert': {'type': 'contains', 'value': ['x', 'y'], 'ignore_case': true}",
                        new TextCheck.Contains(List.of("x", "y"), true)),
                new SpelledAssertion("'assert': {'type': 'not_contains', 'value': 'x'}",
                        new TextCheck.NotContains(List.of("x"), false)),
                new SpelledAssertion("'assert': {'type': 'not_contains', 'value': ['x'], 'ignore_case': true}",
                        new TextCheck.NotContains(List.of("x"), true)),
                new SpelledAssertion("'expected': {'a': [1, 2.5, null]}",
                        new TextCheck.Equals(json("{\"a\": [1, 2.5, null]}"))),
                new SpelledAssertion("'expected': null", new TextCheck.Equals(json("null"))),
                new SpelledAssertion("'assert': {'type': 'equals', 'value': true}", new TextCheck.Equals(json("true"))),
                new SpelledAssertion("'assert': {'type': 'regex', 'pattern': 'a+'}", new TextCheck.Regex("a+")),
                new SpelledAssertion("'assert': {'type': 'regex', 'value': 'a+'}", new TextCheck.Regex("a+")),
                new SpelledAssertion("'assert': {'type': 'json_path', 'path': '$.a'}",
                        new ValueCheck.JsonPath("$.a", null)),
                new SpelledAssertion("'assert': {'type': 'json_path', 'path': '$.a', 'value': [1]}",
                        new ValueCheck.JsonPath("$.a", json("[1]"))),
                new SpelledAssertion("'assert': {'type': 'json_path', 'path': '$.a', 'value': null}",
                        new ValueCheck.JsonPath("$.a", json("null"))),
                new SpelledAssertion("'assert': {'type': 'type', 'path': '$.a', 'value': 'number'}",
                        new ValueCheck.Type("$.a", "number")),
                new SpelledAssertion("'assert': {'type': 'type', 'expected': 'object'}",
                        new ValueCheck.Type(null, "object")),
                new SpelledAssertion("'assert': {'type': 'tool_called', 'name': 'pay'}",
                        new ToolCheck.ToolCalled(List.of("pay"), null)),
                new SpelledAssertion("'assert': {'type': 'tool_called', 'value': 'pay'}",
                        new ToolCheck.ToolCalled(List.of("pay"), null)),
                new SpelledAssertion("'assert': {'type': 'tool_called', 'value': ['pay', 'buy']}",
                        new ToolCheck.ToolCalled(List.of("pay", "buy"), null)),
                new SpelledAssertion(
                        "'assert': {'type': 'tool_called', 'value': {'name': 'pay', 'arguments': {'n': 1}}}",
                        new ToolCheck.ToolCalled(List.of("pay"), json("{\"n\": 1}"))),
                new SpelledAssertion("'assert': {'type': 'tool_called', 'name': 'pay', 'arguments': {'n': 'regex:^1'}}",
                        new ToolCheck.ToolCalled(List.of("pay"), json("{\"n\": \"regex:^1\"}"))));
    }

    record SpelledAssertion(String members, Check check) {
        String json() {
            return members.replace('\'', '"');
        }
    }

    @ParameterizedTest
    @MethodSource("assertions")
    void everySpellingOfAnAssertionGivesTheSameModel(SpelledAssertion spelled) {
        var testCase = caseWith(root, spelled.json());

        assertThat(testCase.assertions()).containsExactly(Assertion.of(spelled.check()));
    }

    @Test
    void everyAssertionTakesNegateMessageNameAndWeight() {
        var testCase = caseWith(root,
                """
                "assert": {"type": "regex", "pattern": "a", "negate": true, "message": "m", "name": "n", "weight": 0.5}""");

        assertThat(testCase.assertions()).containsExactly(new Assertion(new TextCheck.Regex("a"), true, "m", "n", 0.5));
    }

    @Test
    void besideAValueTheNameOfToolCalledIsTheAssertionsOwn() {
        var testCase = caseWith(root, """
                "assert": {"type": "tool_called", "value": "pay", "name": "it pays"}""");

        assertThat(testCase.assertions())
                .containsExactly(
                        new Assertion(new ToolCheck.ToolCalled(List.of("pay"), null), false, null, "it pays", 1));
    }

    @Test
    void expectedGivesWayToAssertions() {
        var testCase = caseWith(root, """
                "expected": "x", "assertions": [{"type": "contains", "value": "y"}]""");

        assertThat(testCase.assertions()).extracting(Assertion::check)
                .containsExactly(new TextCheck.Contains(List.of("y"), false));
    }

    @Test
    void aCaseMayHaveNoAssertion() {
        assertThat(caseWith(root, "").assertions()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"input\": \"hi\"", "\"input\": {\"role\": \"user\", \"content\": \"hi\"}",
        "\"input\": [{\"role\": \"user\", \"content\": \"hi\"}]",
        "\"messages\": [{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"hi\"}]}]",
        "\"input\": \"other\", \"messages\": [{\"role\": \"user\", \"content\": \"hi\", \"name\": \"ann\"}]",
        "\"type\": \"single_turn\", \"input\": \"hi\"", "\"type\": \"single_turn\", \"turns\": [{\"input\": \"hi\"}]",
        "\"input\": \"other\", \"type\": \"single_turn\", \"turns\": [{\"input\": {\"role\": \"user\", \"content\": \"hi\"}}]"})
    void everySpellingOfWhatIsSaidGivesTheSameMessages(String said) {
        assertThat(messages("{\"id\": \"a\", " + said + "}")).containsExactly(Message.user("hi"));
    }

    @Test
    void aHistoryKeepsToolCallsAndResults() {
        var history = messages("""
                {"id": "a", "messages": [
                  {"role": "system", "content": "be brief"}, {"role": "developer", "content": "d"},
                  {"role": "user", "content": "pay"},
                  {"role": "assistant", "content": null, "tool_calls": [
                    {"id": "c1", "type": "function", "function": {"name": "pay", "arguments": "{\\"n\\": 1}"}},
                    {"id": "c2", "function": {"name": "buy", "arguments": {"m": 2}}},
                    {"id": "c3", "function": {"name": "odd", "arguments": "{no json"}},
                    {"id": "c4", "function": {"name": "bare"}}]},
                  {"role": "tool", "tool_call_id": "c1", "content": "ok"}]}""");

        assertThat(history).extracting(Message::role).containsExactly("system", "developer", "user", "assistant",
                "tool");
        assertThat(history.get(3).content()).isEmpty();
        assertThat(history.get(3).toolCalls()).containsExactly(new ToolCall("c1", "pay", json("{\"n\": 1}")),
                new ToolCall("c2", "buy", json("{\"m\": 2}")), new ToolCall("c3", "odd", json("\"{no json\"")),
                new ToolCall("c4", "bare", json("{}")));
        assertThat(history.get(4).toolCallId()).isEqualTo("c1");
    }

    @Test
    void theTurnOfASingleTurnCaseBringsItsOwnAssertionsOptionsAndLimit() {
        var testCase = sound(root, """
                {"id": "a", "type": "single_turn", "timeout": "1m", "options": {"mode": "m", "metadata": {"x": 1, "y": 1}},
                 "assertions": [{"type": "contains", "value": "last"}],
                 "turns": [{"name": "only", "input": "hi", "assert": {"type": "contains", "value": "first"}, "timeout": "30s",
                   "options": {"connector": "gpt", "metadata": {"y": 2}}}]}""");

        assertThat(testCase.assertions()).extracting(Assertion::check).containsExactly(
                new TextCheck.Contains(List.of("first"), false), new TextCheck.Contains(List.of("last"), false));
        assertThat(testCase.identity().name()).isEqualTo("only");
        assertThat(testCase.limits().timeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(testCase.options().connector()).isEqualTo("gpt");
        assertThat(testCase.options().mode()).isEqualTo("m");
        assertThat(testCase.options().metadata()).isEqualTo(Map.of("x", json("1"), "y", json("2")));
    }

    @Test
    void optionsAreReadAndBeatWhatTheCaseSaysBesideThem() {
        var testCase = caseWith(root, """
                "connector": "mine", "metadata": {"a": 1, "b": {"c": [true]}},
                "options": {"skip": {"history": true, "trace": false}, "search": {"any": "thing"}, "mode": "chat",
                            "metadata": {"a": 2}}""");

        var options = testCase.options();
        assertThat(options.connector()).isEqualTo("mine");
        assertThat(options.skip()).isEqualTo(Map.of("history", true, "trace", false));
        assertThat(options.search()).isEqualTo(json("{\"any\": \"thing\"}"));
        assertThat(options.mode()).isEqualTo("chat");
        assertThat(options.metadata()).isEqualTo(Map.of("a", json("2"), "b", json("{\"c\": [true]}")));
    }

    @Test
    void theRestOfACaseIsRead() {
        var testCase = caseWith(root, """
                "name": "n", "agent": "chat", "timeout": "1m30s", "retries": 3, "team": "blue", "user": "u",
                "labels": {"area": "pay", "level": 2, "user": "v"}""");

        assertThat(testCase.identity().key()).isEqualTo("t.jsonl#a");
        assertThat(testCase.identity().id()).isEqualTo("a");
        assertThat(testCase.identity().name()).isEqualTo("n");
        assertThat(testCase.agent()).isEqualTo("chat");
        assertThat(testCase.limits().timeout()).isEqualTo(Duration.ofSeconds(90));
        assertThat(testCase.limits().retries()).isEqualTo(3);
        assertThat(testCase.identity().labels())
                .isEqualTo(Map.of("team", "blue", "area", "pay", "level", "2", "user", "v"));
        assertThat(testCase.identity().source()).isEqualTo(new Source("t.jsonl", 1));
        assertThat(testCase.skip()).isNull();
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {"true, the suite says so", "false, -", "\"later\", later"})
    void skipIsTrueOrTheReason(String written, String reason) {
        assertThat(caseWith(root, "\"skip\": " + written).skip()).isEqualTo(reason);
    }

    @ParameterizedTest
    @CsvSource({"5m, 300000", "30s, 30000", "1m30s, 90000", "250ms, 250"})
    void durationsAreRead(String written, long millis) {
        assertThat(caseWith(root, "\"timeout\": \"" + written + "\"").limits().timeout())
                .isEqualTo(Duration.ofMillis(millis));
    }

    static List<SpelledPart> parts() {
        return List.of(
                new SpelledPart("{'type': 'image', 'url': 'https://h/a.jpg?x=1'}",
                        new ContentPart.Media("image", "https://h/a.jpg?x=1", null, "image/jpeg", null)),
                new SpelledPart("{'type': 'image_url', 'image_url': {'url': 'https://h/a.webp'}}",
                        new ContentPart.Media("image", "https://h/a.webp", null, "image/webp", null)),
                new SpelledPart("{'type': 'image_url', 'image_url': 'https://h/a'}",
                        new ContentPart.Media("image", "https://h/a", null, "image/png", null)),
                new SpelledPart("{'type': 'audio', 'url': 'https://h/a', 'mime_type': 'audio/x', 'filename': 'f'}",
                        new ContentPart.Media("audio", "https://h/a", null, "audio/x", "f")),
                new SpelledPart("{'type': 'image', 'url': 'data:image/gif;base64,QUJD'}",
                        new ContentPart.Media("image", null, "QUJD", "image/gif", null)),
                new SpelledPart("{'type': 'file', 'source': 'file://fixtures/note.txt'}",
                        new ContentPart.Media("file", null, "YWJj", "text/plain", "note.txt")),
                new SpelledPart("{'type': 'text', 'text': ''}", new ContentPart.Text("")));
    }

    record SpelledPart(String text, ContentPart part) {}

    @ParameterizedTest
    @MethodSource("parts")
    void everySpellingOfAContentPartIsRead(SpelledPart spelled) {
        ReadSuite.in(root).with("fixtures/note.txt", "abc");

        var history = messages("{\"id\": \"a\", \"messages\": [{\"role\": \"user\", \"content\": ["
                + spelled.text().replace('\'', '"') + "]}]}");

        assertThat(history.getFirst().content()).containsExactly(spelled.part());
    }

    @Test
    void attachmentsOfATurnFollowItsText() {
        var history = messages("""
                {"id": "a", "type": "single_turn", "turns": [{"input": "look",
                  "attachments": [{"type": "image", "url": "https://h/a.png"}]}]}""");

        assertThat(history.getFirst().content()).containsExactly(new ContentPart.Text("look"),
                new ContentPart.Media("image", "https://h/a.png", null, "image/png", null));
    }
}
