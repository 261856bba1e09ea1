package dev.muster.common.agent.openai;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.AgentRequest.ToolOffer;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.ScriptedServer;
import dev.muster.common.agent.ScriptedServer.Script;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.WithoutPlace;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.model.ContentPart;
import dev.muster.common.model.Message;
import dev.muster.common.option.Options;
import dev.muster.common.time.Ticker;
import org.junit.jupiter.api.Test;

/** Tests the parts of the wire format specific to OpenAI. */
class OpenAiProtocolTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final String PLAIN = "200 OK\nContent-Type: application/json; charset=utf-8";
    private static final String HELLO = "{\"choices\":[{\"message\":{\"content\":\"Hello\"},\"finish_reason\":\"stop\"}]}";

    @Test
    void theRequestGoesToChatCompletionsUnderTheBaseAddress() throws Exception {
        try (var server = ScriptedServer.of((wire, request) -> wire.status(PLAIN, HELLO)); var calls = calls()) {
            call(calls, Requests.to(server.url() + "/v1"));
            call(calls, Requests.to(server.url() + "/v1/"));

            assertThat(server.received()).extracting("line").containsOnly("POST /v1/chat/completions HTTP/1.1");
        }
    }

    @Test
    void aPlainAnswerIsReadAllTheSame() throws Exception {
        assertThat(outcome((wire, request) -> wire.status(PLAIN, HELLO), StreamBounds.DEFAULT)).isInstanceOfSatisfying(
                AgentReply.class, reply -> assertThat(reply.content().text()).isEqualTo("Hello"));
    }

    @Test
    void aPlainAnswerIsBoundedToo() throws Exception {
        assertThat(outcome((wire, request) -> wire.status(PLAIN, HELLO), new StreamBounds(1000, 10, 50))).isEqualTo(
                new AgentFailure.Protocol("agent error: the answer exceeded the limit of 50 bytes per event"));
    }

    @Test
    void aPlainAnswerThatIsCutIsTruncated() throws Exception {
        assertThat(outcome((wire, request) -> wire.raw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                + "Content-Length: 500\r\n\r\n{\"choices\":"), StreamBounds.DEFAULT)).isEqualTo(
                        new AgentFailure.Truncated("agent error: the answer was truncated, the connection broke"));
    }

    @Test
    void aServerThatKeepsTheStreamOpenAfterDoneIsNotWaitedFor() throws Exception {
        long start = System.nanoTime();

        AgentOutcome outcome = outcome((wire, request) -> {
            wire.streamHead();
            wire.raw("data: " + HELLO + "\n\ndata: [DONE]\n\n");
            wire.hang();
        }, StreamBounds.DEFAULT);

        assertThat(outcome).isInstanceOf(AgentReply.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LONG);
    }

    @Test
    void optionsThatCanNotBeSentAreOneWarning() throws Exception {
        try (var server = ScriptedServer.of((wire, request) -> wire.status(PLAIN, HELLO)); var calls = calls()) {
            AgentRequest plain = Requests.to(server.url());
            var options = new Options("gpt", Map.of("history", true), null, "fast", Map.of());

            AgentOutcome outcome = call(calls, new AgentRequest(plain.endpoint(), "t", "r", plain.messages(), options,
                    plain.bounds()));

            assertThat(outcome).isInstanceOfSatisfying(AgentReply.class, reply -> assertThat(reply.warnings()).hasSize(
                    1));
        }
    }

    @Test
    void anOfferedToolIsAnsweredInTheNextCall() throws Exception {
        String called = "{\"choices\":[{\"message\":{\"content\":null,\"tool_calls\":[{\"type\":\"function\","
                + "\"function\":{\"name\":\"pick\",\"arguments\":\"{}\"}}]},\"finish_reason\":\"stop\"}]}";
        try (var server = ScriptedServer.of((wire, request) -> wire.status(PLAIN, request.body().contains(
                "\"role\":\"tool\"") ? HELLO : called)); var calls = calls()) {
            AgentRequest first = Requests.to(server.url()).withTools(List.of(new ToolOffer("pick", null, null)));

            var asking = (AgentReply) call(calls, first);
            var history = new ArrayList<>(first.messages());
            history.addAll(asking.messages());
            history.add(Message.tool(asking.pendingCalls().getFirst(), "blue"));
            AgentOutcome done = call(calls, new AgentRequest(first.endpoint(), "t", "r", history, first.options(), first
                    .bounds()));

            assertThat(done).isInstanceOfSatisfying(AgentReply.class,
                    reply -> assertThat(reply.content().text()).isEqualTo(
                            "Hello"));
            assertThat(server.received().getFirst().body()).contains("\"tools\":[{\"type\":\"function\"");
            assertThat(server.received().getLast().body()).contains("{\"role\":\"assistant\",\"tool_calls\":[{"
                    + "\"id\":\"call_0\",\"type\":\"function\",\"function\":{\"name\":\"pick\","
                    + "\"arguments\":\"{}\"}}]},{\"role\":\"tool\",\"tool_call_id\":\"call_0\",\"content\":\"blue\"}");
        }
    }

    @Test
    void contentThatCanNotBeSentIsRefusedBeforeTheCall() throws Exception {
        var audio = new ContentPart.Media("audio", "http://a/b.mp3", null, "audio/mpeg", null);
        var message = new Message("user", List.of(audio), List.of(), null);
        try (var calls = calls()) {
            assertThat(call(calls, Requests.with(List.of(message), Options.NONE))).isEqualTo(new AgentFailure.Refused(0,
                    "agent refused: chat completions take audio only as data; write file://… instead of an address"));
        }
    }

    @Test
    void anAgUiAgentThatMissesItsMembersIsNamed() throws Exception {
        var missing = "{\"detail\":[{\"type\":\"missing\",\"loc\":[\"body\",\"threadId\"],\"msg\":\"Field required\","
                + "\"input\":{\"messages\":[]}}]}";
        var hint = "; this looks like an AG-UI agent: set protocol: ag-ui";

        assertThat(refused("422 Unprocessable Entity", missing)).endsWith(hint);
        assertThat(refused("400 Bad Request", "threadId, runId and messages are required")).endsWith(hint);
        assertThat(refused("422 Unprocessable Entity", "{\"input\":{\"threadId\":\"t\",\"runId\":\"r\"}}"))
                .as("a request that is repeated").doesNotContain("AG-UI");
    }

    private static String refused(String status, String body) throws Exception {
        try (var server = ScriptedServer.of((wire, _) -> wire.status(status, body)); var calls = calls()) {
            return ((AgentFailure) new OpenAiProtocol(calls, Ticker.system()).call(Requests.to(server.url()),
                    Requests.in(LONG), _ -> {})).text();
        }
    }

    private static AgentOutcome outcome(Script script, StreamBounds bounds) throws Exception {
        try (var server = ScriptedServer.of(script); var calls = calls()) {
            return call(calls, Requests.to(server.url(), bounds));
        }
    }

    private static AgentOutcome call(HttpCalls calls, AgentRequest request) throws InterruptedException {
        return WithoutPlace.of(
                new OpenAiProtocol(calls, Ticker.system()).call(request, Requests.in(LONG), event -> {}));
    }

    private static HttpCalls calls() {
        return new HttpCalls(2, Clock.systemUTC());
    }
}
