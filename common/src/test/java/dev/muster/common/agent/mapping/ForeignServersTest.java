package dev.muster.common.agent.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.ScriptedServer;
import dev.muster.common.agent.ScriptedServer.Received;
import dev.muster.common.agent.ScriptedServer.Script;
import dev.muster.common.agent.Wire;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.config.AnswerMapping;
import dev.muster.common.config.CallMapping;
import dev.muster.common.config.HttpMapping;
import dev.muster.common.config.HttpMapping.Session;
import dev.muster.common.config.HttpMapping.Stream;
import dev.muster.common.json.Json;
import dev.muster.common.model.Message;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** What servers of other people need and send: forms, types of their own, compression, events of text, named errors. */
final class ForeignServersTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final String JSON = "200 OK\nContent-Type: application/json";
    private static final String EVENTS = "200 OK\nContent-Type: text/event-stream";

    private final HttpCalls calls = new HttpCalls(4, Clock.systemUTC());

    private static AgentRequest asking(String url, Map<String, String> headers, String message) {
        var request = Requests.to(url);
        return Requests.to(new AgentRequest(request.endpoint(), request.conversationId(), request.runId(),
                List.of(Message.user(message)), request.options(), request.bounds()), Requests.endpoint(url, headers));
    }

    private Received sent(HttpMapping mapping, Map<String, String> headers, String message) throws Exception {
        try (var server = ScriptedServer.of((wire, _) -> wire.status(JSON, "{\"reply\": \"ok\"}"))) {
            var outcome = new MappedAgent(mapping, Map.of()).ask(calls,
                    asking(server.url() + "/chat", headers, message),
                    LONG);
            assertThat(outcome).isInstanceOf(AgentReply.class);
            return server.received().getFirst();
        }
    }

    private AgentOutcome answered(AnswerMapping answer, Script script) throws Exception {
        try (var server = ScriptedServer.of(script)) {
            return MappedAgent.of("{'m': '${input}'}", answer).ask(calls, Requests.to(server.url() + "/chat"), LONG);
        }
    }

    private static AnswerMapping streamed(@Nullable Stream stream, @Nullable String text, @Nullable String done) {
        return new AnswerMapping(stream, text, null, null, null, null, null, done, null, Map.of());
    }

    private static String said(AgentOutcome outcome) {
        assertThat(outcome).isInstanceOf(AgentReply.class);
        return ((AgentReply) outcome).content().text();
    }

    private static String failed(AgentOutcome outcome) {
        assertThat(outcome).isInstanceOf(AgentFailure.class);
        return ((AgentFailure) outcome).text();
    }

    @Test
    void theValuesOfAFormAreEncoded() throws Exception {
        var form = new LinkedHashMap<>(Map.of("message", "${input}"));
        form.put("cursor", "${carry.cursor}");
        var received = sent(new HttpMapping("POST", null, null, null, MappedAgent.REPLY, form), Map.of(),
                "a & b=c, 100% ü");

        assertThat(received.body()).isEqualTo("message=a+%26+b%3Dc%2C+100%25+%C3%BC");
        assertThat(received.headers()).containsEntry("content-type", "application/x-www-form-urlencoded");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/xml", "application/x-www-form-urlencoded", "text/csv; charset=utf-8"})
    void theTypeOfATextIsTheOneThatIsWritten(String type) throws Exception {
        var received = sent(new HttpMapping("POST", StringNode.valueOf("<m>${input}</m>"), null, null,
                MappedAgent.REPLY), Map.of("content-type", type), "hi");

        assertThat(received.body()).isEqualTo("<m>hi</m>");
        assertThat(received.headers()).containsEntry("content-type", type);
    }

    @Test
    void aDocumentMayHaveATypeOfItsOwn() throws Exception {
        JsonNode body = MappedAgent.json("{'m': '${input}'}");
        var mapping = new HttpMapping("POST", body, null, null, MappedAgent.REPLY);

        assertThat(sent(mapping, Map.of("Content-Type", "application/vnd.api+json"), "hi").headers())
                .containsEntry("content-type", "application/vnd.api+json");
        assertThat(sent(mapping, Map.of(), "hi").headers()).containsEntry("content-type", "application/json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "x-gzip", "gzip, identity"})
    void gzipIsReadAlsoWhereTheHeadersAskForIt(String encoding) throws Exception {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write("{\"reply\": \"unpacked\"}".getBytes(StandardCharsets.UTF_8));
        }
        try (var server = ScriptedServer.of((wire, _) -> {
            wire.raw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: " + encoding
                    + "\r\nContent-Length: " + packed.size() + "\r\n\r\n");
            wire.raw(packed.toByteArray());
        })) {
            var agent = MappedAgent.of("{'m': '${input}'}", MappedAgent.REPLY);

            assertThat(said(agent.ask(calls, asking(server.url(), Map.of("Accept-Encoding", "gzip, br"), "hi"), LONG)))
                    .isEqualTo("unpacked");
        }
    }

    @Test
    void theCallOfASessionGetsTheAgentsHeadersButThoseOfItsTurns() throws Exception {
        try (var server = ScriptedServer.of((wire, request) -> wire.status(JSON, request.line().contains("/sessions")
                ? "{\"id\": \"s-1\"}" : "{\"reply\": \"ok\"}"))) {
            var agent = MappedAgent.of("{'m': '${input}'}", MappedAgent.REPLY).with(new Session("POST", server.url()
                    + "/sessions", Map.of("x-team", "blue"), Json.MAPPER.readTree("{}"), null));
            var headers = new LinkedHashMap<>(Map.of("X-Api-Key", "k", "X-Team", "red", "X-Session", "${session.id}",
                    "Content-Type", "application/vnd.api+json"));

            said(agent.ask(calls, asking(server.url() + "/chat", headers, "hi"), LONG));

            var opening = server.received().getFirst().headers();
            assertThat(opening).containsEntry("x-api-key", "k").containsEntry("x-team", "blue")
                    .containsEntry("content-type", "application/json").doesNotContainKey("x-session");
            assertThat(server.received().get(1).headers()).containsEntry("x-session", "s-1")
                    .containsEntry("x-team", "red").containsEntry("content-type", "application/vnd.api+json");
        }
    }

    @Test
    void aFailureOfTheSessionsCallSaysThatItWasThatCall() throws Exception {
        assertThat(opening((wire, _) -> wire.status("401 Unauthorized", "who?"), LONG))
                .startsWith("agent refused: HTTP 401 Unauthorized: who? (POST http://")
                .contains("/sessions) in the session's call; check its 'headers' or 'auth'");
        assertThat(opening((wire, _) -> wire.hang(), Duration.ofMillis(300))).startsWith("timeout after 300ms (POST")
                .contains("/sessions) in the session's call");
        assertThat(opening((wire, _) -> wire.raw(""), LONG)).startsWith("agent unreachable: closed before")
                .contains("in the session's call");
    }

    private String opening(Script script, Duration limit) throws Exception {
        try (var server = ScriptedServer.of(script)) {
            return failed(MappedAgent.of("{'m': '${input}'}", MappedAgent.REPLY).with(new Session("POST", server.url()
                    + "/sessions", Map.of(), null, null)).ask(calls, Requests.to(server.url() + "/chat"), limit));
        }
    }

    @Test
    void eventsOfTextAreJoinedAsTheyCome() throws Exception {
        var answer = streamed(Stream.SSE_TEXT, null, null);

        assertThat(said(answered(answer, events("data: Hello", "data: ,", "data:  ", "data: you\ndata: there",
                "data: [DONE]")))).isEqualTo("Hello, you\nthere");
        assertThat(said(answered(answer, events("data: {\"a\": 1}", "data: 42")))).isEqualTo("{\"a\": 1}42");
        assertThat(failed(answered(answer, events("event: error\ndata: out of memory")))).startsWith(
                "agent error: the stream has an event 'error': out of memory");
        assertThat(failed(answered(answer, events("data: [DONE]")))).startsWith("agent error: the answer is empty");
    }

    @Test
    void aDocumentBesideEventsOfTextIsNoPartOfTheReply() throws Exception {
        var answer = streamed(Stream.SSE_TEXT, null, null);

        assertThat(said(answered(answer, events("data: Hello", "event: token\ndata: {you}",
                "event: end\ndata: {\"tokens\": 5}")))).isEqualTo("Hello{you}");
        assertThat(said(answered(answer, events("event: part\ndata: Hello", "event: delta\ndata: {\"a\": 1}"))))
                .isEqualTo("Hello{\"a\": 1}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream_error", "streamError", "chat.error", "ERROR"})
    void anEventWhoseNameEndsInErrorIsAnError(String name) throws Exception {
        var outcome = answered(streamed(null, "$.text", null), events("event: delta\ndata: {\"text\": \"You said\"}",
                "event: " + name + "\ndata: {\"message\": \"boom\"}"));

        assertThat(failed(outcome)).startsWith("agent error: the stream has an event '" + name + "': {");
    }

    @Test
    void aStreamOfTextWithAnEndIsTruncatedWithoutIt() throws Exception {
        var answer = streamed(Stream.SSE_TEXT, null, "<end>");

        assertThat(said(answered(answer, events("data: Hello", "data: <end>", "data: more")))).isEqualTo("Hello");
        assertThat(failed(answered(answer, events("data: Hello")))).contains("it ended before <end>");
    }

    private static Script events(String... events) {
        return (Wire wire, Received _) -> wire.status(EVENTS, String.join("\n\n", events) + "\n\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"{\"message\": \"boom\"}|{\"message\": \"boom\"}", "boom|boom",
        "{\"error\": {\"message\": \"boom\"}}|{\"error\": {\"message\": \"boom\"}}", "\"boom\"|\"boom\""})
    void anEventNamedErrorIsAnError(String data, String shown) throws Exception {
        var outcome = answered(streamed(null, "$.text", null), events("event: delta\ndata: {\"text\": \"You said\"}",
                "event: error\ndata: " + data));

        assertThat(failed(outcome)).startsWith("agent error: the stream has an event 'error': " + shown);
    }

    @Test
    void anEventWithArgumentsButNoNameIsAWarning() throws Exception {
        var written = new AnswerMapping(HttpMapping.Stream.SSE, "$.text", new CallMapping("$", null, "$.tool", "$.args",
                null), null, null, null, null, null, null, Map.of());

        var reply = (AgentReply) answered(written, events("data: {\"fn\": \"pay\", \"args\": {\"sum\": 3}}",
                "data: {\"fn\": \"pay\", \"args\": {\"sum\": 4}}", "data: {\"text\": \"Paid\"}"));

        assertThat(reply.content().toolCalls()).isEmpty();
        assertThat(reply.warnings()).containsExactly("an event has response.tool_calls.arguments ($.args) but no"
                + " response.tool_calls.name ($.tool), so it is no call: {\"fn\":\"pay\",\"args\":{\"sum\":3}}");
    }

    @Test
    void anEventNamedErrorThatTheMappingReadsIsToldAsAWarning() throws Exception {
        var reply = (AgentReply) answered(streamed(null, "$.text", null), events("data: {\"text\": \"You \"}",
                "event: error\ndata: {\"text\": \"said\"}"));

        assertThat(reply.content().text()).isEqualTo("You said");
        assertThat(reply.warnings()).singleElement().asString().contains("an event 'error'", "\"said\"");
    }
}
