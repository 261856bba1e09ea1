package dev.muster.common.agent.http;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.RetryingAgent;
import dev.muster.common.agent.ScriptedServer;
import dev.muster.common.agent.openai.OpenAiProtocol;
import dev.muster.common.config.RetryPolicy;
import dev.muster.common.time.Ticker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests calls to servers that close their connections behind an answer, whether they say so or not. */
class KeptConnectionsTest {

    private static final String BODY = "{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"hi\"},"
            + "\"finish_reason\":\"stop\"}]}";
    private static final RetryPolicy THREE = new RetryPolicy(3, Duration.ofSeconds(1), Duration.ofMinutes(1));
    private static final RetryPolicy ONE = new RetryPolicy(1, Duration.ofSeconds(1), Duration.ofMinutes(1));

    private final HttpCalls calls = new HttpCalls(8, Clock.systemUTC());
    private final List<Duration> pauses = new CopyOnWriteArrayList<>();

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.0 200 OK\r\n", "HTTP/1.0 200 OK\r\nConnection: close\r\n",
        "HTTP/1.1 200 OK\r\nConnection: close\r\n"})
    void aConnectionThatTheServerClosesIsNotUsedAgain(String head) throws Exception {
        try (var server = closing(head)) {
            for (int turn = 0; turn < 3; turn++) {
                assertThat(ask(server, ONE)).isInstanceOf(AgentReply.class);
            }
            assertThat(server.received()).hasSize(3);
        }
    }

    @Test
    void aServerThatClosesWithoutAWordIsAskedAgainAtOnce() throws Exception {
        try (var server = closing("HTTP/1.1 200 OK\r\n")) {
            for (int turn = 0; turn < 3; turn++) {
                assertThat(ask(server, THREE)).isInstanceOf(AgentReply.class);
            }
            assertThat(server.received()).hasSize(3);
            assertThat(pauses).isEmpty();
        }
    }

    @Test
    void closedConnectionsOfManyEarlierCallsUseUpNoAttempts() throws Exception {
        try (var server = closing("HTTP/1.1 200 OK\r\n"); var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.invokeAll(Collections.nCopies(8, () -> ask(server, THREE)));

            assertThat(ask(server, THREE)).isInstanceOf(AgentReply.class);
            assertThat(pauses).isEmpty();
        }
    }

    @Test
    void aPolicyWithoutRetriesForbidsAskingAgain() throws Exception {
        try (var server = closing("HTTP/1.1 200 OK\r\n")) {
            assertThat(ask(server, ONE)).isInstanceOf(AgentReply.class);

            assertThat(ask(server, ONE)).isInstanceOf(AgentFailure.Unreachable.class);
            assertThat(server.received()).hasSize(1);
        }
    }

    @Test
    void aNewConnectionThatIsClosedCountsAsAnAttempt() throws Exception {
        try (var server = ScriptedServer.of((_, _) -> {})) {
            assertThat(ask(server, THREE)).isInstanceOf(AgentFailure.Unreachable.class);
            assertThat(server.received()).hasSize(3);
            assertThat(pauses).hasSize(2);
        }
    }

    @Test
    void aServerOfHttp10ThatKeepsConnectionsIsAskedOverOne() throws Exception {
        var connections = ConcurrentHashMap.newKeySet();
        try (var server = ScriptedServer.of((wire, _) -> {
            connections.add(wire);
            wire.kept("HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Type: application/json\r\nContent-Length: "
                    + BODY.length() + "\r\n\r\n" + BODY);
        })) {
            ask(server, ONE);
            ask(server, ONE);

            assertThat(connections).hasSize(1);
        }
    }

    /** Returns a server that answers one request of each connection, and closes it then. */
    private static ScriptedServer closing(String head) {
        return ScriptedServer.of((wire, _) -> wire.raw(head + "Content-Type: application/json\r\nContent-Length: "
                + BODY.length() + "\r\n\r\n" + BODY));
    }

    private AgentOutcome ask(ScriptedServer server, RetryPolicy policy) throws InterruptedException {
        return new RetryingAgent(new OpenAiProtocol(calls, Ticker.system()), policy, new Random(1), pauses::add)
                .call(Requests.to(server.url()), Requests.in(Duration.ofSeconds(20)), _ -> {}).outcome();
    }
}
