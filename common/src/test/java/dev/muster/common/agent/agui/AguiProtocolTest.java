package dev.muster.common.agent.agui;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.ScriptedServer;
import dev.muster.common.agent.ScriptedServer.Script;
import dev.muster.common.agent.WithoutPlace;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.time.Ticker;
import org.junit.jupiter.api.Test;

/** Tests the parts of the wire format specific to AG-UI. */
class AguiProtocolTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final String RUN = """
            data: {"type":"RUN_STARTED","threadId":"t","runId":"run-1"}

            data: {"type":"RUN_FINISHED","threadId":"t",
            data: "runId":"run-1"}

            """;

    @Test
    void theRequestIsAPostOfJsonThatAsksForEventsAndBearsTheHeaders() throws Exception {
        try (var server = ScriptedServer.of((wire, request) -> wire.stream(RUN)); var calls = calls()) {
            AgentRequest plain = Requests.to(server.url());
            var request = new AgentRequest(Requests.endpoint(server.url() + "/agent", Map.of("Authorization",
                    "Bearer x")), plain.conversationId(), plain.runId(), plain.messages(), plain.options(), plain
                            .bounds());

            new AguiProtocol(calls, Ticker.system(), Clock.systemUTC()).call(request, Requests.in(LONG), event -> {});

            assertThat(server.received()).singleElement().satisfies(received -> {
                assertThat(received.line()).isEqualTo("POST /agent HTTP/1.1");
                assertThat(received.headers()).containsEntry("accept", "text/event-stream").containsEntry(
                        "content-type", "application/json").containsEntry("authorization", "Bearer x");
                assertThat(received.body()).startsWith("{\"threadId\":\"thread-1\",\"runId\":\"run-1\"");
            });
        }
    }

    @Test
    void dataOverSeveralLinesIsJoined() throws Exception {
        assertThat(outcome((wire, request) -> wire.stream(RUN))).isInstanceOf(AgentReply.class);
    }

    @Test
    void aServerThatKeepsTheStreamOpenAfterTheRunIsNotWaitedForLong() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> {
            wire.streamHead();
            wire.raw(RUN);
            wire.hang();
        });

        assertThat(outcome).isInstanceOfSatisfying(AgentReply.class, reply -> {
            assertThat(reply.warnings()).containsExactly("the server kept the stream open after the end of the run");
            assertThat(reply.timing().end()).isLessThan(1000);
        });
    }

    @Test
    void anErrorAfterTheEndOfTheRunFailsItEvenWhenTheServerKeepsTheStreamOpen() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> {
            wire.streamHead();
            wire.raw(RUN + "data: {\"type\":\"RUN_ERROR\",\"message\":\"too late\"}\n\n");
            wire.hang();
        });

        assertThat(outcome).isEqualTo(AgentFailure.Agent.declared("agent error: too late"));
    }

    @Test
    void plainJsonIsNoAnswer() throws Exception {
        assertThat(outcome((wire, request) -> wire.status("200 OK\nContent-Type: application/json", "{\"a\":1}")))
                .isEqualTo(AgentFailure.Agent.undeclared(
                        "agent error: expected text/event-stream, got application/json: {\"a\":1}"));
    }

    private static AgentOutcome outcome(Script script) throws Exception {
        try (var server = ScriptedServer.of(script); var calls = calls()) {
            return WithoutPlace.of(new AguiProtocol(calls, Ticker.system(), Clock.systemUTC())
                    .call(Requests.to(server.url()), Requests.in(LONG), event -> {}));
        }
    }

    private static HttpCalls calls() {
        return new HttpCalls(2, Clock.systemUTC());
    }
}
