package dev.muster.common.agent.yao;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.AgentRequest.ToolOffer;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.ScriptedServer;
import dev.muster.common.agent.ScriptedServer.Script;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.WithoutPlace;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.json.Json;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.option.Options;
import dev.muster.common.time.Ticker;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests the parts of the wire format specific to Yao. */
class YaoProtocolTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final String HELLO = data(Chunks.piece("text", "M1", "Hello")) + data(Chunks.END);

    @Test
    void theRequestGoesToTheAssistantThatTheAgentNames() throws Exception {
        try (var server = ScriptedServer.of((wire, request) -> wire.stream(HELLO)); var calls = calls()) {
            call(calls, to(server.url() + "/v1", Map.of(), null, Options.NONE));
            call(calls, to(server.url() + "/v1/", Map.of(), "assistants.expense", Options.NONE));
            call(calls, to(server.url() + "/v1", Map.of(), "a b/c", Options.NONE));

            assertThat(server.received()).extracting("line").containsExactly("POST /v1/chat/completions HTTP/1.1",
                    "POST /v1/experts/assistants.expense/chat/completions HTTP/1.1",
                    "POST /v1/experts/a%20b%2Fc/chat/completions HTTP/1.1");
        }
    }

    @Test
    void headersAskForYaosFormatAndNameTheConversation() throws Exception {
        try (var server = ScriptedServer.of((wire, request) -> wire.stream(HELLO)); var calls = calls()) {
            call(calls, to(server.url(), Map.of("Authorization", "Bearer t"), null, new Options(null, Map.of(), null,
                    "task", Map.of())));

            var request = server.received().getFirst();
            assertThat(request.headers()).containsEntry("x-yao-accept", "cui-web")
                    .containsEntry("x-yao-chat", Requests.THREAD).containsEntry("x-yao-mode", "task")
                    .containsEntry("authorization", "Bearer t").containsEntry("accept", "text/event-stream");
            assertThat(Json.MAPPER.readTree(request.body()).at("/skip/history").booleanValue()).isTrue();
        }
    }

    @Test
    void callsAreMarkedAsComingFromATest() throws Exception {
        try (var server = ScriptedServer.of((wire, request) -> wire.stream(HELLO)); var calls = calls()) {
            call(calls, to(server.url(), Map.of(), null, Options.NONE));

            assertThat(server.received().getFirst().headers()).containsEntry("x-yao-referer", "agent-test");
        }
    }

    @Test
    void theAgentsOwnHeadersWinHoweverTheyAreWritten() throws Exception {
        try (var server = ScriptedServer.of((wire, request) -> wire.stream(HELLO)); var calls = calls()) {
            call(calls, to(server.url(), Map.of("x-yao-accept", "cui-native", "X-YAO-CHAT", "one-for-all"), null,
                    Options.NONE));

            assertThat(server.received().getFirst().headers()).containsEntry("x-yao-accept", "cui-native")
                    .containsEntry("x-yao-chat", "one-for-all").doesNotContainKey("x-yao-mode");
        }
    }

    @Test
    void aRefusalBeforeTheStreamSaysWhatTheServerSaid() throws Exception {
        String body = "{\"error\":\"invalid_request\",\"error_description\":\"Failed to parse request:\\nno messages\"}";

        assertThat(outcome((wire, request) -> wire.status("400 Bad Request", body)))
                .isEqualTo(AgentFailure.Agent.undeclared(
                        "agent error: HTTP 400: Failed to parse request: no messages (invalid_request)"));
        assertThat(outcome((wire, request) -> wire.status("500 Internal Server Error", body))).isInstanceOf(
                AgentFailure.Agent.class);
        assertThat(outcome((wire, request) -> wire.status("401 Unauthorized", "{\"error\":\"invalid_token\"}")))
                .isEqualTo(new AgentFailure.Refused(401, "agent refused: HTTP 401 Unauthorized: invalid_token"));
        assertThat(outcome((wire, request) -> wire.status("503 Service Unavailable", "{\"code\":1}"))).isEqualTo(
                new AgentFailure.Busy(503, null, "agent unreachable: HTTP 503 Service Unavailable: {\"code\":1}"));
        assertThat(outcome((wire, request) -> wire.status("200 OK\nContent-Type: application/json", body))).isEqualTo(
                AgentFailure.Agent.undeclared("agent error: expected text/event-stream, got application/json: "
                        + "Failed to parse request: no messages (invalid_request)"));
    }

    @Test
    void aWholeConversationTurnOverTheWire() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> {
            wire.streamHead();
            wire.raw(data(Chunks.START) + data(Chunks.piece("thinking", "M1", "Which tool?")));
            wire.raw(data(Chunks.delta("tool_call", "M2", "merge", "",
                    "{\"id\":\"c1\",\"name\":\"expense__create\"}")));
            wire.raw(data(
                    Chunks.delta("tool_call", "M2", "append", "arguments", "{\"arguments\":\"{\\\"amount\\\":\"}")));
            wire.raw(data(Chunks.delta("tool_call", "M2", "append", "arguments", "{\"arguments\":\"150}\"}")));
            wire.raw(data(Chunks.ended("M2", "tool_call")) + data(Chunks.piece("text", "M3", "Filed.")));
            wire.raw(data(Chunks.event("stream_end",
                    "{\"status\":\"completed\",\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":5}}")));
        });

        assertThat(outcome).isInstanceOfSatisfying(AgentReply.class, reply -> {
            assertThat(reply.content().text()).isEqualTo("Filed.");
            assertThat(reply.content().toolCalls()).extracting(call -> call.name() + call.arguments()).containsExactly(
                    "expense__create{\"amount\":150}");
            assertThat(reply.usage()).isNotNull();
        });
    }

    @Test
    void aServerThatKeepsTheStreamOpenAfterItsEndIsNotWaitedFor() throws Exception {
        long start = System.nanoTime();

        AgentOutcome ended = outcome((wire, request) -> {
            wire.streamHead();
            wire.raw(HELLO);
            wire.hang();
        });
        AgentOutcome failed = outcome((wire, request) -> {
            wire.streamHead();
            wire.raw(data(Chunks.whole("error", "M1", "{\"message\":\"boom\"}")));
            wire.hang();
        });

        assertThat(ended).isInstanceOf(AgentReply.class);
        assertThat(failed).isEqualTo(AgentFailure.Agent.declared("agent error: boom"));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LONG);
    }

    @Test
    void toolsOfTheTestAreNotSentAndThatIsAWarning() throws Exception {
        try (var server = ScriptedServer.of((wire, request) -> wire.stream(HELLO)); var calls = calls()) {
            AgentOutcome outcome = call(calls, Requests.to(server.url()).withTools(List.of(new ToolOffer("pay", null,
                    null))));

            assertThat(server.received().getFirst().body()).doesNotContain("pay");
            assertThat(outcome).isInstanceOfSatisfying(AgentReply.class, reply -> assertThat(reply.warnings())
                    .containsExactly("a Yao agent has its own tools: those of the test were not sent"));
        }
    }

    @Test
    void contentThatCanNotBeSentIsRefusedBeforeTheCall() throws Exception {
        var audio = new ContentPart.Media("audio", "http://a/b.mp3", null, "audio/mpeg", null);
        try (var calls = calls()) {
            assertThat(call(calls, Requests.with(List.of(new Message("user", List.of(audio), List.of(), null)),
                    Options.NONE))).isInstanceOfSatisfying(AgentFailure.Refused.class,
                            refused -> assertThat(refused
                                    .text()).startsWith("agent refused: "));
        }
    }

    private static AgentRequest to(String url, Map<String, String> headers, @Nullable String assistant,
            Options options) {
        return new AgentRequest(new Endpoint(url, headers, null, null, true, assistant), Requests.THREAD, Requests.RUN,
                List.of(Message.user("Hello")), options, StreamBounds.DEFAULT);
    }

    private static AgentOutcome outcome(Script script) throws Exception {
        try (var server = ScriptedServer.of(script); var calls = calls()) {
            return call(calls, Requests.to(server.url()));
        }
    }

    private static AgentOutcome call(HttpCalls calls, AgentRequest request) throws InterruptedException {
        return WithoutPlace.of(
                new YaoProtocol(calls, Ticker.system()).call(request, Requests.in(LONG), event -> {}));
    }

    private static HttpCalls calls() {
        return new HttpCalls(2, Clock.systemUTC());
    }

    private static String data(String chunk) {
        return "data: " + chunk + "\n\n";
    }
}
