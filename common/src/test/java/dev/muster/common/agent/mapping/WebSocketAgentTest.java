package dev.muster.common.agent.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.sun.net.httpserver.HttpServer;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Requests;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.http.AllowedHosts;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.config.AnswerMapping;
import dev.muster.common.config.HttpAuth;
import dev.muster.common.config.HttpMapping.Stream;
import dev.muster.common.testing.WebSocketServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests an agent behind a WebSocket, and each way in which one can fail. */
class WebSocketAgentTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(400);

    private final HttpCalls calls = new HttpCalls(4, Clock.systemUTC());

    private static MappedAgent agent(@Nullable String done, @Nullable Duration idle) {
        return MappedAgent.of("{'say': '${input}'}",
                new AnswerMapping(Stream.WEBSOCKET, "$.text", null, null, null, null,
                        "$.error", done, idle, Map.of()));
    }

    private AgentOutcome ask(WebSocketServer.Script script, Duration limit) throws Exception {
        return ask(script, limit, StreamBounds.DEFAULT);
    }

    private AgentOutcome ask(WebSocketServer.Script script, Duration limit, StreamBounds bounds) throws Exception {
        try (var server = WebSocketServer.of(script)) {
            return agent("$.done", null).ask(calls, Requests.to(server.url(), bounds), limit);
        }
    }

    @Test
    void itsMessagesAreReadUntilDone() throws Exception {
        var asked = new AtomicReference<String>();
        var outcome = ask((peer, message) -> {
            asked.set(message);
            peer.json("{'text': 'All '}");
            peer.begin("{\"text\":");
            peer.goOn(" \"is well\"");
            peer.frame(0x80, "}".getBytes(StandardCharsets.UTF_8));
            peer.json("{'done': true}");
        }, LONG);

        assertThat(outcome).isInstanceOfSatisfying(AgentReply.class,
                reply -> assertThat(reply.content().text()).isEqualTo("All is well"));
        assertThat(asked).hasValue("{\"say\":\"Hello\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"error", "stream_error", "chatError"})
    void aMessageThatSaysItIsAnErrorIsOne(String type) throws Exception {
        var outcome = ask((peer, _) -> {
            peer.json("{'text': 'All '}");
            peer.json("{'type': '" + type + "', 'message': 'boom'}");
            peer.json("{'done': true}");
        }, LONG);

        assertThat(outcome).isInstanceOfSatisfying(AgentFailure.Agent.class,
                failure -> assertThat(failure.text()).startsWith("agent error: the stream has an error: boom"));
    }

    @Test
    void aMessageAboutAnErrorOfAToolIsNone() throws Exception {
        var outcome = ask((peer, _) -> {
            peer.json("{'type': 'tool_error', 'message': 'boom'}");
            peer.json("{'text': 'All is well'}");
            peer.json("{'done': true}");
        }, LONG);

        assertThat(outcome).isInstanceOf(AgentReply.class);
    }

    /** A refused handshake gives its connection back: the next call uses it, and nothing warns of a leak. */
    @Test
    void aPlainServerKeepsItsConnection() throws Exception {
        var peers = ConcurrentHashMap.<InetSocketAddress>newKeySet();
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            peers.add(exchange.getRemoteAddress());
            exchange.sendResponseHeaders(exchange.getRequestURI().getPath().equals("/ok") ? 200 : 404, 2);
            exchange.getResponseBody().write("{}".getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        server.start();
        try {
            for (var path : List.of("/ok", "/no", "/ok")) {
                assertThat(agent("$.done", null).ask(calls,
                        Requests.to("ws://127.0.0.1:" + server.getAddress().getPort() + path), LONG))
                        .isInstanceOf(AgentFailure.class);
            }
        } finally {
            server.stop(0);
        }

        assertThat(peers).hasSize(1);
    }

    /** OkHttp warns of a connection that was left open once its call is collected, at the next call. */
    @Test
    @SuppressWarnings("try") // closed early: that ends its thread
    void aWrongHandshakeLeavesNothingOpen() throws Exception {
        var warned = new CopyOnWriteArrayList<String>();
        var console = java.util.logging.Logger.getLogger("okhttp3.OkHttpClient");
        var handler = new java.util.logging.StreamHandler() {
            @Override
            public synchronized void publish(java.util.logging.LogRecord line) {
                warned.add(line.getMessage());
            }
        };
        console.addHandler(handler);
        int port;
        try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            port = server.getLocalPort();
            var serving = Thread.startVirtualThread(() -> {
                try {
                    while (true) {
                        var peer = server.accept();
                        var line = new BufferedReader(new InputStreamReader(peer.getInputStream(),
                                StandardCharsets.US_ASCII));
                        while (!line.readLine().isEmpty()) {}
                        peer.getOutputStream().write("""
                                HTTP/1.1 101 Switching Protocols
                                Upgrade: websocket
                                Connection: Upgrade
                                Sec-WebSocket-Accept: wrong

                                """.replace("\n", "\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
                    }
                } catch (IOException e) {
                    // the test is over
                }
            });
            for (int call = 0; call < 4; call++) {
                assertThat(agent("$.done", null).ask(calls, Requests.to("ws://127.0.0.1:" + server.getLocalPort()),
                        LONG)).isInstanceOf(AgentFailure.class);
                System.gc();
            }
            server.close();
            serving.join();
        } finally {
            console.removeHandler(handler);
        }

        // other tests leave open what they don't hang up
        assertThat(warned).noneMatch(line -> line.contains(":" + port + "/"));
    }

    @Test
    void oneConversationIsOneConnection() throws Exception {
        try (var server = WebSocketServer.of((peer, _) -> peer.json("{'text': 'ok', 'done': true}"))) {
            var protocol = agent("$.done", null).over(calls);
            for (int turn = 0; turn < 3; turn++) {
                assertThat(protocol.call(Requests.to(server.url()), Requests.in(LONG), _ -> {}))
                        .isInstanceOf(AgentReply.class);
            }
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void silenceEndsAnAnswerWhereTheMappingSaysSo() throws Exception {
        try (var server = WebSocketServer.of((peer, _) -> peer.json("{'text': 'ok'}"))) {
            assertThat(agent(null, Duration.ofMillis(100)).ask(calls, Requests.to(server.url()), LONG))
                    .isInstanceOf(AgentReply.class);
        }
    }

    @ParameterizedTest
    @CsvSource({"401 Unauthorized, Refused", "404 Not Found, Refused", "429 Too Many Requests, Busy",
        "503 Service Unavailable, Busy", "500 Internal Server Error, Agent"})
    void aRefusedHandshakeIsAsTheStatus(String status, String failure) throws Exception {
        try (var server = WebSocketServer.refusing(status)) {
            var outcome = agent("$.done", null).ask(calls, Requests.to(server.url()), LONG);

            assertThat(outcome.getClass().getSimpleName()).isEqualTo(failure);
            assertThat(((AgentFailure) outcome).text()).contains("HTTP " + status.substring(0, 3))
                    .contains(server.url());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"200 OK", "400 Bad Request", "404 Not Found"})
    void aPlainHttpServerIsNamed(String status) throws Exception {
        try (var server = WebSocketServer.refusing(status)) {
            assertThat(((AgentFailure) agent("$.done", null).ask(calls, Requests.to(server.url()), LONG)).text())
                    .contains("HTTP " + status.substring(0, 3))
                    .endsWith("/); no WebSocket answers there: check its 'url', or write http://");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 125, 126, 65_535, 65_536, 300_000})
    void messagesOfEveryLengthArrive(int length) throws Exception {
        var asked = new AtomicReference<String>("");
        try (var server = WebSocketServer.of((peer, message) -> {
            if (message.equals("are you there")) {
                peer.json("{'text': 'ok', 'done': true}");
            } else {
                asked.set(message);
                peer.frame(0x89, "are you there".getBytes(StandardCharsets.UTF_8));
            }
        })) {
            var request = Requests.to(server.url());
            assertThat(MappedAgent.of("{'say': '${input}" + "x".repeat(length) + "'}",
                    new AnswerMapping(Stream.WEBSOCKET, "$.text", null, null, null, null, "$.error", "$.done", null,
                            Map.of()))
                    .ask(calls, request, LONG)).isInstanceOf(AgentReply.class);
        }
        assertThat(asked.get()).hasSize(length + "{\"say\":\"Hello\"}".length());
    }

    /** Attack 102: the handshake is a call like any other. */
    @Test
    void anAddressThatIsNotAllowedIsRefused() throws Exception {
        try (var server = WebSocketServer.of((_, _) -> {});
                var bound = new HttpCalls(1, Clock.systemUTC(), AllowedHosts.parse("agents.example,10.0.0.0/8"))) {
            assertThat(agent("$.done", null).ask(bound, Requests.to(server.url()), LONG))
                    .isInstanceOfSatisfying(AgentFailure.Refused.class, refused -> assertThat(refused.text())
                            .contains("127.0.0.1 is not among the allowed hosts", "--allow-hosts 127.0.0.1"));
            assertThat(server.connections()).isZero();
        }
        assertThat(agent("$.done", null).ask(calls, Requests.to("ws://[::ffff:169.254.169.254]/"), LONG))
                .isInstanceOf(AgentFailure.Refused.class);
    }

    @Test
    void nobodyListens() throws Exception {
        // a port that was let go may be another test's server by now; nobody else gets one that is bound
        try (var bound = new Socket()) {
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            var url = "ws://127.0.0.1:" + bound.getLocalPort();
            var outcome = agent("$.done", null).ask(calls, Requests.to(url), LONG);

            assertThat(outcome).isInstanceOfSatisfying(AgentFailure.Unreachable.class,
                    failure -> assertThat(failure.text()).contains("connection refused", url));
        }
    }

    @Test
    void aCloseWithAnErrorIsTruncated() throws Exception {
        assertThat(ask((peer, _) -> {
            peer.json("{'text': 'I was'}");
            peer.close(1011);
        }, LONG)).isInstanceOfSatisfying(AgentFailure.Truncated.class,
                failure -> assertThat(failure.text()).contains("1011"));
    }

    @Test
    void aDroppedConnectionIsTruncated() throws Exception {
        assertThat(ask((peer, _) -> {
            peer.json("{'text': 'I was'}");
            peer.drop();
        }, LONG)).isInstanceOf(AgentFailure.Truncated.class);
    }

    @Test
    void aCloseBeforeDoneIsTruncated() throws Exception {
        assertThat(ask((peer, _) -> peer.close(1000), LONG)).isInstanceOf(AgentFailure.Truncated.class);
    }

    @Test
    void aHangingServerIsATimeout() throws Exception {
        assertThat(ask((peer, _) -> peer.hang(), SHORT)).isInstanceOfSatisfying(AgentFailure.Timeout.class,
                late -> assertThat(late.text()).startsWith("timeout after 400ms (WebSocket ws://"));
    }

    @Test
    void aServerThatHangsInTheMiddleIsATimeout() throws Exception {
        assertThat(ask((peer, _) -> {
            peer.json("{'text': 'and'}");
            peer.hang();
        }, SHORT)).isInstanceOf(AgentFailure.Timeout.class);
    }

    @Test
    void garbageIsAProtocolError() throws Exception {
        assertThat(ask((peer, _) -> peer.say("hello?"), LONG)).isInstanceOfSatisfying(AgentFailure.Protocol.class,
                failure -> assertThat(failure.text()).startsWith("agent error: an event is not JSON"));
    }

    @Test
    void anErrorInAMessageIsTheAgents() throws Exception {
        assertThat(ask((peer, _) -> peer.json("{'error': 'no model'}"), LONG))
                .isInstanceOfSatisfying(AgentFailure.Agent.class, failure -> assertThat(failure.text())
                        .startsWith("agent error: no model (WebSocket ws://127.0.0.1:").endsWith("/)"));
    }

    @Test
    void anEndlessMessagePassesABound() throws Exception {
        var sent = new AtomicLong();
        var outcome = ask((peer, _) -> {
            peer.begin("{\"text\": \"");
            for (var part = "x".repeat(1 << 16); sent.addAndGet(part.length()) < 200 << 20;) {
                peer.goOn(part);
            }
        }, LONG, new StreamBounds(4 << 20, 1000, 1 << 20));

        assertThat(outcome).isInstanceOfSatisfying(AgentFailure.Protocol.class,
                failure -> assertThat(failure.text()).contains("limit"));
        assertThat(sent.get()).as("read no more than the bound, and what the sockets hold").isLessThan(24 << 20);
    }

    @Test
    void oneFrameOf190MegabytesPassesABound() throws Exception {
        var sent = new AtomicLong();
        var outcome = ask((peer, _) -> {
            peer.out().write(ByteBuffer.allocate(10).put((byte) 0x81).put((byte) 127).putLong(190L << 20).array());
            for (var part = new byte[1 << 16]; sent.addAndGet(part.length) < 190 << 20;) {
                peer.out().write(part);
            }
        }, LONG);

        assertThat(outcome).isInstanceOfSatisfying(AgentFailure.Protocol.class,
                failure -> assertThat(failure.text()).contains("limit of 8 MiB per event"));
        assertThat(sent.get()).isLessThan(40 << 20);
    }

    @Test
    void pingsWithoutEndAreNoAnswer() throws Exception {
        assertThat(ask((peer, _) -> {
            while (true) {
                peer.frame(0x89, new byte[125]);
            }
        }, SHORT)).isInstanceOfSatisfying(AgentFailure.Timeout.class,
                late -> assertThat(late.text()).startsWith("timeout after 400ms (WebSocket ws://"));
    }

    @Test
    void aCloseWithoutACodeIsTruncated() throws Exception {
        assertThat(ask((peer, _) -> {
            peer.json("{'text': 'I was'}");
            peer.frame(0x88, new byte[0]);
        }, LONG)).isInstanceOfSatisfying(AgentFailure.Truncated.class,
                failure -> assertThat(failure.text()).contains("1005"));
    }

    @Test
    void aHeaderThatCannotBeSentIsNamed() throws Exception {
        try (var server = WebSocketServer.of((peer, _) -> peer.json("{'text': 'asked', 'done': true}"))) {
            var agent = agent("$.done", null).with(new HttpAuth.Bearer("a\r\nX-Evil: yes"));

            assertThat(agent.ask(calls, Requests.to(server.url()), LONG)).isInstanceOfSatisfying(
                    AgentFailure.Refused.class, failure -> assertThat(failure.text())
                            .contains("the header 'Authorization' can't be sent").doesNotContain("Evil"));
            assertThat(server.connections()).isZero();
        }
    }

    @Test
    void endlessMessagesPassABound() throws Exception {
        var outcome = ask((peer, _) -> {
            while (true) {
                peer.json("{'text': 'on'}");
            }
        }, LONG, new StreamBounds(64 << 20, 500, 1 << 20));

        assertThat(outcome).isInstanceOfSatisfying(AgentFailure.Protocol.class,
                failure -> assertThat(failure.text()).contains("500"));
    }
}
