package dev.muster.common.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;
import dev.muster.common.agent.ScriptedServer.Script;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.http.ServerSession;
import org.junit.jupiter.api.Test;

/** Tests for every protocol: each way in which a server can fail gives a typed outcome with a message, in time. */
public interface BrokenServerContract {

    Duration SHORT = Duration.ofMillis(400);
    Duration LONG = Duration.ofSeconds(20);
    Duration SLACK = Duration.ofSeconds(5);
    Clock NOON = Clock.fixed(Instant.parse("2026-03-01T12:00:00Z"), ZoneOffset.UTC);

    AgentProtocol protocol(HttpCalls calls);

    /** Returns a complete stream with this text, already encoded as JSON. */
    String answer(String json);

    /** Returns an unfinished stream with this text. */
    String begun(String json);

    /** Returns one more piece of the stream. */
    String piece(String json);

    @Test
    default void aSoundAnswerIsAReply() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> wire.stream(answer("All is well")), LONG);

        assertThat(reply(outcome).content().text()).isEqualTo("All is well");
        assertThat(reply(outcome).warnings()).isEmpty();
    }

    @Test
    default void refusedConnection() throws Exception {
        int free;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }

        AgentOutcome outcome = placed(Requests.to("http://127.0.0.1:" + free + "/?key=secret"), LONG);

        assertThat(outcome).isInstanceOf(AgentFailure.Unreachable.class);
        assertThat(text(outcome)).startsWith("agent unreachable: connection refused (POST http://127.0.0.1:" + free)
                .endsWith("; start the agent, or check the host and port of its 'url' in muster.yaml")
                .doesNotContain("secret");
    }

    @Test
    default void unknownHost() throws Exception {
        AgentOutcome outcome = placed(Requests.to("http://no-such-host.invalid/"), LONG);

        assertThat(outcome).isInstanceOf(AgentFailure.Unreachable.class);
        assertThat(text(outcome)).startsWith("agent unreachable: unknown host (POST http://no-such-host.invalid/")
                .endsWith("; check the host of its 'url' in muster.yaml");
    }

    @Test
    default void noTls() throws Exception {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try (var connection = socket.accept()) {
                    connection.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(UTF_8));
                    connection.getInputStream().transferTo(OutputStream.nullOutputStream());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });

            AgentOutcome outcome = placed(Requests.to("https://127.0.0.1:" + socket.getLocalPort()), LONG);

            assertThat(outcome).isInstanceOf(AgentFailure.Unreachable.class);
            assertThat(text(outcome)).startsWith("agent unreachable: TLS: ").contains(" (POST https://127.0.0.1:")
                    .endsWith("; this looks like a server without TLS: write http:// or ws:// in its 'url'");
        }
    }

    @Test
    default void aNameWithSeveralAddressesIsTriedWithAll() throws Exception {
        try (var server = ScriptedServer.of((wire, request) -> wire.stream(answer("here")))) {
            AgentOutcome outcome = call(Requests.to(server.url().replace("127.0.0.1", "localhost")), LONG);

            assertThat(reply(outcome).content().text()).isEqualTo("here");
        }
    }

    @Test
    default void closedBeforeTheFirstByte() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> {}, LONG);

        assertThat(outcome).isInstanceOf(AgentFailure.Unreachable.class);
        assertThat(text(outcome)).startsWith("agent unreachable: closed before the first byte of an answer");
    }

    @Test
    default void hangBeforeTheFirstByte() throws Exception {
        assertTimeout((wire, request) -> wire.hang());
    }

    @Test
    default void hangInTheMiddle() throws Exception {
        assertTimeout((wire, request) -> {
            wire.streamHead();
            wire.raw(begun("I was about to say"));
            wire.hang();
        });
    }

    @Test
    default void tricklingComments() throws Exception {
        assertTimeout((wire, request) -> {
            wire.streamHead();
            wire.endlessly(": still here\n\n", Duration.ofMillis(10));
        });
    }

    @Test
    default void tricklingEvents() throws Exception {
        assertTimeout((wire, request) -> {
            wire.streamHead();
            wire.raw(begun("and"));
            wire.endlessly(piece(" so on"), Duration.ofMillis(10));
        });
    }

    @Test
    default void tricklingHead() throws Exception {
        assertTimeout((wire, request) -> {
            wire.raw("HTTP/1.1 200 OK\r\nX-Slow: ");
            wire.endlessly("a", Duration.ofMillis(10));
        });
    }

    @Test
    default void aDeadlineThatHasPassedMakesNoCall() throws Exception {
        try (var server = ScriptedServer.of((wire, request) -> wire.stream(answer("late"))); var calls = calls()) {
            AgentOutcome outcome = protocol(calls).call(Requests.to(server.url()), Requests.in(Duration.ZERO),
                    event -> {});

            assertThat(outcome).isInstanceOf(AgentFailure.Timeout.class);
            assertThat(server.received()).isEmpty();
        }
    }

    @Test
    default void resetInTheMiddle() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> {
            wire.streamHead();
            wire.raw(begun("Well"));
            wire.reset();
        }, LONG);

        assertThat(outcome).isInstanceOf(AgentFailure.Truncated.class);
        assertThat(text(outcome)).startsWith("agent error: the stream was truncated");
    }

    @Test
    default void aChunkedStreamCutOff() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> {
            wire.raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\nfff\r\n"
                    + begun("Well"));
        }, LONG);

        assertThat(outcome).isInstanceOf(AgentFailure.Truncated.class);
    }

    @Test
    default void anEndWithoutTheProtocolsEnd() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> wire.stream(begun("Well")), LONG);

        assertThat(outcome).isInstanceOf(AgentFailure.Truncated.class);
        assertThat(text(outcome)).startsWith("agent error: the stream was truncated, it ended before ");
    }

    @Test
    default void aStreamOfNothing() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> wire.stream(": nothing\n\n"), LONG);

        assertThat(outcome).isInstanceOf(AgentFailure.Truncated.class);
    }

    @Test
    default void aLastEventCutInTheMiddleIsTruncated() throws Exception {
        String answer = begun("Well") + piece("half").strip();

        AgentOutcome outcome = outcome((wire, request) -> {
            wire.streamHead();
            wire.raw(answer.substring(0, answer.length() - 4));
        }, LONG);

        assertThat(outcome).isInstanceOf(AgentFailure.Truncated.class);
    }

    @Test
    default void aLastEventWithoutABlankLineIsRead() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> {
            wire.streamHead();
            wire.raw(answer("no blank line").stripTrailing());
        }, LONG);

        assertThat(reply(outcome).content().text()).isEqualTo("no blank line");
    }

    @Test
    default void otherLineEndingsAndFieldsAndCommentsAreRead() throws Exception {
        String answer = ": hello\n\nretry: 5\nevent: message\nid: 7\n" + answer("no matter");

        AgentOutcome outcome = outcome((wire, request) -> wire.stream(answer.replace("\n", "\r\n")), LONG);

        assertThat(reply(outcome).content().text()).isEqualTo("no matter");
    }

    @Test
    default void anEndlessStreamPassesTheBoundOfBytes() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> {
            wire.streamHead();
            wire.raw(begun("and"));
            wire.endlessly(piece(" so on".repeat(1000)), Duration.ZERO);
        }, LONG, new StreamBounds(4 << 20, Integer.MAX_VALUE, 1 << 20));

        assertThat(outcome).isEqualTo(new AgentFailure.Protocol(
                "agent error: the answer exceeded the limit of 4 MiB per answer"));
    }

    @Test
    default void anEndlessStreamPassesTheBoundOfEvents() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> {
            wire.streamHead();
            wire.raw(begun("and"));
            wire.endlessly(piece("on").repeat(100), Duration.ZERO);
        }, LONG, new StreamBounds(Long.MAX_VALUE, 2000, 1 << 20));

        assertThat(outcome).isEqualTo(new AgentFailure.Protocol(
                "agent error: the answer exceeded the limit of 2,000 events per answer"));
    }

    @Test
    default void anEventOf50MegabytesIsNotKept() throws Exception {
        int total = 50 << 20;
        var written = new int[1];
        AgentOutcome outcome = outcome((wire, request) -> {
            wire.streamHead();
            wire.raw("data: \"");
            byte[] part = "x".repeat(1 << 16).getBytes(UTF_8);
            for (; written[0] < total; written[0] += part.length) {
                wire.raw(part);
            }
        }, LONG, new StreamBounds(64 << 20, 1000, 1 << 20));

        assertThat(outcome).isEqualTo(new AgentFailure.Protocol(
                "agent error: the answer exceeded the limit of 1 MiB per event"));
        assertThat(written[0]).as("read no more than the bound, and what the sockets hold").isLessThan(24 << 20);
    }

    @Test
    default void anEventJustPastItsBoundIsRefused() throws Exception {
        String answer = answer("x".repeat(2000));

        AgentOutcome outcome = outcome((wire, request) -> wire.stream(answer), LONG, new StreamBounds(1 << 20, 1000,
                2000));

        assertThat(outcome).isEqualTo(new AgentFailure.Protocol(
                "agent error: the answer exceeded the limit of 2,000 bytes per event"));
    }

    @Test
    default void aGzippedStreamIsBoundedByWhatItUnpacksTo() throws Exception {
        String answer = begun("and") + piece("x".repeat(100_000)).repeat(50);

        AgentOutcome outcome = outcome((wire, request) -> wire.gzippedStream(answer), LONG, new StreamBounds(1 << 20,
                1000, 1 << 20));

        assertThat(outcome).isEqualTo(new AgentFailure.Protocol(
                "agent error: the answer exceeded the limit of 1 MiB per answer"));
    }

    @Test
    default void aGzippedStreamIsRead() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> wire.gzippedStream(answer("unzipped")), LONG);

        assertThat(reply(outcome).content().text()).isEqualTo("unzipped");
    }

    @Test
    default void invalidUtf8IsReplacedWithOneWarning() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> {
            wire.streamHead();
            for (byte b : answer("caf~ or t~").getBytes(UTF_8)) {
                wire.raw(new byte[]{b == '~' ? (byte) 0xE9 : b});
            }
        }, LONG);

        assertThat(reply(outcome).content().text()).isEqualTo("caf\uFFFD or t\uFFFD");
        assertThat(reply(outcome).warnings()).singleElement().asString().contains("not valid UTF-8");
    }

    @Test
    default void nulCharactersPassThrough() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> wire.stream(answer("a\\u0000b")), LONG);

        assertThat(reply(outcome).content().text()).isEqualTo("a\0b");
    }

    @Test
    default void anEventThatIsNoJson() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> wire.stream("data: {\"type\n\n"), LONG);

        assertThat(outcome).isInstanceOf(AgentFailure.Protocol.class);
        assertThat(text(outcome)).startsWith("agent error: an event is not JSON: ");
    }

    @Test
    default void http500() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> wire.status("500 Internal Server Error",
                "Traceback:\n  boom \0 \n" + "x".repeat(500)), LONG);

        assertThat(outcome).isEqualTo(AgentFailure.Agent.undeclared("agent error: HTTP 500: Traceback: boom "
                + "x".repeat(200 - "Traceback: boom ".length()) + "…"));
    }

    @Test
    default void http401And403And404() throws Exception {
        for (var status : Map.of(401, "Unauthorized", 403, "Forbidden", 404, "Not Found").entrySet()) {
            String head = status.getKey() + " " + status.getValue();

            AgentOutcome outcome = outcome((wire, request) -> wire.status(head, "no key"), LONG);

            assertThat(outcome).isEqualTo(new AgentFailure.Refused(status.getKey(), "agent refused: HTTP " + head
                    + ": no key"));
        }
    }

    @Test
    default void http429WithSeconds() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> wire.status("429 Too Many Requests\nRetry-After: 7", ""),
                LONG);

        assertThat(outcome).isEqualTo(new AgentFailure.Busy(429, Duration.ofSeconds(7),
                "agent unreachable: HTTP 429 Too Many Requests"));
    }

    @Test
    default void http503WithADate() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> wire.status(
                "503 Service Unavailable\nRetry-After: Sun, 01 Mar 2026 12:01:30 GMT", "later"), LONG);

        assertThat(outcome).isEqualTo(new AgentFailure.Busy(503, Duration.ofSeconds(90),
                "agent unreachable: HTTP 503 Service Unavailable: later"));
    }

    @Test
    default void http502And504WithoutRetryAfter() throws Exception {
        for (int status : List.of(502, 504)) {
            AgentOutcome outcome = outcome((wire, request) -> wire.status(status + " Bad\nRetry-After: soon", ""),
                    LONG);

            assertThat(outcome).isEqualTo(new AgentFailure.Busy(status, null, "agent unreachable: HTTP " + status
                    + " Bad"));
        }
    }

    @Test
    default void anErrorWhoseBodyNeverEnds() throws Exception {
        long start = System.nanoTime();
        AgentOutcome outcome = outcome((wire, request) -> {
            wire.raw("HTTP/1.1 500 Oh\r\nConnection: close\r\n\r\nbroken");
            wire.hang();
        }, LONG);

        assertThat(outcome).isEqualTo(AgentFailure.Agent.undeclared("agent error: HTTP 500: broken"));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2).plus(SLACK));
    }

    @Test
    default void anErrorWithAnEndlessBody() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> {
            wire.raw("HTTP/1.1 500 Oh\r\nConnection: close\r\n\r\n");
            wire.endlessly("broken ".repeat(1000), Duration.ZERO);
        }, LONG);

        assertThat(text(outcome)).startsWith("agent error: HTTP 500: broken broken").hasSizeLessThan(240);
    }

    @Test
    default void aRedirectIsNotFollowed() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> wire.status(
                "308 Permanent Redirect\nLocation: https://other.example/agent?key=secret", ""), LONG);

        assertThat(outcome).isEqualTo(new AgentFailure.Refused(308, "agent refused: HTTP 308 Permanent Redirect: "
                + "the agent has moved to https://other.example/agent; write that address"));
    }

    @Test
    default void aWebPage() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> wire.status("200 OK\nContent-Type: text/html; charset=utf-8",
                "<html>Log in</html>"), LONG);

        assertThat(outcome).isInstanceOf(AgentFailure.Agent.class);
        assertThat(text(outcome)).startsWith("agent error: expected text/event-stream").endsWith(
                ", got text/html: <html>Log in</html>");
    }

    @Test
    default void noContentAtAll() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> wire.status("204 No Content", ""), LONG);

        assertThat(text(outcome)).isEqualTo("agent error: the answer is empty");
    }

    @Test
    default void whatDoesNotSpeakHttp() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> wire.raw("SSH-2.0-OpenSSH_9.6\r\n"), LONG);

        assertThat(outcome).isInstanceOf(AgentFailure.Agent.class);
        assertThat(text(outcome)).contains("does not speak HTTP");
    }

    @Test
    default void anAddressThatIsNone() throws Exception {
        AgentOutcome outcome = call(Requests.to("ftp//agent"), LONG);

        assertThat(outcome).isEqualTo(new AgentFailure.Refused(0,
                "agent refused: the agent's url is not an http or https URL"));
    }

    @Test
    default void aHeaderThatCannotBeSentIsNamedAndItsValueIsNot() throws Exception {
        AgentRequest plain = Requests.to("http://127.0.0.1:1/");
        var request = new AgentRequest(Requests.endpoint("http://127.0.0.1:1/", Map.of("X-Token", "sec\nret")), plain
                .conversationId(), plain.runId(), plain.messages(), plain.options(), plain.bounds());

        AgentOutcome outcome = call(request, LONG);

        assertThat(outcome).isInstanceOf(AgentFailure.Refused.class);
        assertThat(text(outcome)).contains("X-Token").doesNotContain("sec");
    }

    @Test
    default void anInterruptionClosesTheCall() throws Exception {
        var reached = new CountDownLatch(1);
        var closed = new CountDownLatch(1);
        try (var server = ScriptedServer.of((wire, request) -> {
            wire.streamHead();
            wire.raw(begun("Well"));
            reached.countDown();
            wire.hang();
            closed.countDown();
        }); var calls = calls()) {
            var thrown = new ArrayList<Throwable>();
            Thread caller = Thread.ofVirtual().start(() -> {
                try {
                    protocol(calls).call(Requests.to(server.url()), Requests.in(LONG), event -> {});
                } catch (InterruptedException e) {
                    thrown.add(e);
                }
            });
            reached.await();

            caller.interrupt();

            assertThat(caller.join(SLACK)).isTrue();
            assertThat(thrown).singleElement().isInstanceOf(InterruptedException.class);
            assertThat(closed.await(SLACK.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
        }
    }

    @Test
    default void threeHundredCallsAtOnceToOneHost() throws Exception {
        int count = 300;
        var allThere = new CountDownLatch(count);
        try (var server = ScriptedServer.of((wire, request) -> {
            allThere.countDown();
            allThere.await();
            wire.stream(answer("together"));
        }); var calls = new HttpCalls(count, NOON); var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var outcomes = new ArrayList<Future<AgentOutcome>>();
            for (int i = 0; i < count; i++) {
                outcomes.add(threads.submit(() -> protocol(calls).call(Requests.to(server.url()), Requests.in(LONG),
                        event -> {})));
            }

            for (Future<AgentOutcome> outcome : outcomes) {
                assertThat(reply(outcome.get()).content().text()).isEqualTo("together");
            }
        }
    }

    @Test
    default void connectionsAreUsedAgain() throws Exception {
        var wires = ConcurrentHashMap.<Wire>newKeySet();
        try (var server = ScriptedServer.of((wire, request) -> {
            wires.add(wire);
            wire.stream(answer("again"));
        }); var calls = calls()) {
            for (int i = 0; i < 5; i++) {
                reply(protocol(calls).call(Requests.to(server.url()), Requests.in(LONG), event -> {}));
            }
        }

        assertThat(wires).hasSize(1);
    }

    @Test
    default void textIsHeardAsItArrives() throws Exception {
        var events = new ArrayList<AgentEvent>();
        try (var server = ScriptedServer.of((wire, request) -> wire.stream(answer("piece"))); var calls = calls()) {
            AgentReply reply = reply(protocol(calls).call(Requests.to(server.url()), Requests.in(LONG), events::add));

            assertThat(events).contains(new AgentEvent.TextDelta("piece"));
            assertThat(reply.timing().firstText()).isBetween(reply.timing().firstEvent(), reply.timing().end());
        }
    }

    @Test
    default void headersWithoutEndAreRefused() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> {
            wire.raw("HTTP/1.1 200 OK\r\n");
            wire.endlessly(("X-A: " + "a".repeat(1_000) + "\r\n").repeat(10), Duration.ZERO);
        }, LONG);

        assertThat(outcome).isInstanceOf(AgentFailure.class).isNotInstanceOf(AgentFailure.Timeout.class);
    }

    @Test
    default void promisesOfAnAnswerWithoutEndAreRefused() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> wire.endlessly("HTTP/1.1 100 Continue\r\n\r\n".repeat(100),
                Duration.ZERO), LONG);

        assertThat(outcome).isInstanceOf(AgentFailure.class).isNotInstanceOf(AgentFailure.Timeout.class);
    }

    @Test
    default void aDocumentOfTooManyValuesIsRefused() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> {
            wire.streamHead();
            wire.raw("data: [" + "[],".repeat(1_000_000) + "0]\n\n");
        }, LONG);

        assertThat(outcome).isInstanceOf(AgentFailure.Protocol.class);
        assertThat(text(outcome)).contains("it has more than 500,000 values, which is the limit");
    }

    @Test
    default void anInterruptionEndsTheReadingOfALargeEvent() throws Exception {
        var caller = Thread.currentThread();

        assertThatThrownBy(() -> outcome((wire, request) -> {
            wire.streamHead();
            wire.raw("data: [" + "[],".repeat(400_000) + "0]");
            caller.interrupt();
            wire.raw("\n\n");
            wire.hang();
        }, LONG)).isInstanceOf(InterruptedException.class);
    }

    /** Proxies send events without data to keep a stream open. */
    @Test
    default void anEventWithoutDataSaysNothing() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> wire.stream("data:\n\ndata: \n\n" + answer("here")
                + "data:\n\n"), LONG);

        assertThat(reply(outcome).content().text()).isEqualTo("here");
    }

    @Test
    default void overloadsOfServersAndProxiesAreWaitedFor() throws Exception {
        for (int status : new int[]{520, 521, 522, 523, 524, 529}) {
            AgentOutcome outcome = outcome((wire, request) -> wire.status(status + " Overloaded\nRetry-After: 3", ""),
                    LONG);

            assertThat(outcome).isEqualTo(new AgentFailure.Busy(status, Duration.ofSeconds(3),
                    "agent unreachable: HTTP " + status + " Overloaded"));
        }
    }

    @Test
    default void deflatedAnswersAreRead() throws Exception {
        for (boolean bare : new boolean[]{false, true}) {
            AgentOutcome outcome = outcome((wire, request) -> {
                wire.raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: deflate\r\n"
                        + "Connection: close\r\n\r\n");
                var packed = new ByteArrayOutputStream();
                try (var deflater = new DeflaterOutputStream(packed, new Deflater(6, bare))) {
                    deflater.write(answer("here").getBytes(UTF_8));
                }
                wire.raw(packed.toByteArray());
            }, LONG);

            assertThat(reply(outcome).content().text()).isEqualTo("here");
        }
    }

    @Test
    default void aCookieOfAConversationIsSentInItsNextTurn() throws Exception {
        var session = new ServerSession();
        var sent = new CopyOnWriteArrayList<String>();
        for (int turn = 0; turn < 2; turn++) {
            AgentOutcome outcome = ScopedValue.where(ServerSession.OF_CALL, session).call(() -> outcome(
                    (wire, request) -> {
                        sent.add(request.headers().getOrDefault("cookie", ""));
                        wire.raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                                + "Set-Cookie: sid=0123456789; Path=/; HttpOnly\r\nConnection: close\r\n\r\n"
                                + answer("here"));
                    }, LONG));
            assertThat(reply(outcome).content().text()).isEqualTo("here");
        }

        assertThat(sent.getFirst()).isEmpty();
        assertThat(sent.getLast()).isEqualTo("sid=0123456789");
        assertThat(session.secrets()).containsExactly("0123456789");
    }

    @Test
    default void aSessionHeaderOfAServerIsSentInTheNextTurnToThatServerOnly() throws Exception {
        var session = new ServerSession();
        var sent = new CopyOnWriteArrayList<String>();
        Script script = (wire, request) -> {
            sent.add(request.headers().getOrDefault("x-amzn-runtime-session-id", ""));
            wire.raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                    + "X-Amzn-Runtime-Session-Id: s-123456789-abcdef\r\nX-Request-Id: other\r\n"
                    + "Connection: close\r\n\r\n" + answer("here"));
        };
        try (var server = ScriptedServer.of(script); var other = ScriptedServer.of(script)) {
            for (var url : List.of(server.url(), server.url(), other.url())) {
                AgentOutcome outcome = ScopedValue.where(ServerSession.OF_CALL, session)
                        .call(() -> call(Requests.to(url), LONG));
                assertThat(reply(outcome).content().text()).isEqualTo("here");
            }
        }

        assertThat(sent).containsExactly("", "s-123456789-abcdef", "");
        assertThat(session.secrets()).containsExactly("s-123456789-abcdef");
    }

    @Test
    default void aCompressionThatNobodyOfferedIsNamed() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> wire.status(
                "200 OK\nContent-Type: text/event-stream\nContent-Encoding: br", "\u0001\u0002"), LONG);

        assertThat(text(outcome)).isEqualTo("agent error: the answer has Content-Encoding: br, which Muster does not"
                + " read; it offers gzip only");
    }

    @Test
    default void aDeclaredCharsetIsRead() throws Exception {
        AgentOutcome outcome = outcome((wire, request) -> {
            wire.raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=ISO-8859-1\r\n"
                    + "Connection: close\r\n\r\n");
            wire.raw(answer("caf\u00e9 und Tee").getBytes(StandardCharsets.ISO_8859_1));
        }, LONG);

        assertThat(reply(outcome).content().text()).isEqualTo("caf\u00e9 und Tee");
        assertThat(reply(outcome).warnings()).isEmpty();
    }

    @Test
    default void aStreamWithoutATypeIsKnownByItsBeginning() throws Exception {
        for (var type : List.of("", "Content-Type: text/plain; charset=utf-8\r\n",
                "Content-Type: application/octet-stream\r\n")) {
            AgentOutcome outcome = outcome((wire, request) -> {
                wire.raw("HTTP/1.1 200 OK\r\n" + type + "Connection: close\r\n\r\n");
                wire.raw(answer("here"));
            }, LONG);

            assertThat(outcome).as(type).isInstanceOfAny(AgentReply.class, AgentFailure.class);
            assertThat(outcome instanceof AgentFailure failure ? failure.text() : "").as(type)
                    .doesNotContain("expected text/event-stream");
        }
    }

    @Test
    default void anAnswerWithoutABodyIsEmpty() throws Exception {
        for (var head : List.of("204 No Content", "200 OK")) {
            AgentOutcome outcome = outcome((wire, request) -> wire.status(head, ""), LONG);

            assertThat(text(outcome)).as(head).isEqualTo("agent error: the answer is empty");
        }
    }

    private void assertTimeout(Script script) throws Exception {
        long start = System.nanoTime();

        AgentOutcome outcome = outcome(script, SHORT);

        assertThat(outcome).isEqualTo(new AgentFailure.Timeout("timeout after 400ms"));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(SHORT, SHORT.plus(SLACK));
    }

    private AgentOutcome outcome(Script script, Duration limit) throws IOException, InterruptedException {
        return outcome(script, limit, StreamBounds.DEFAULT);
    }

    private AgentOutcome outcome(Script script, Duration limit, StreamBounds bounds) throws IOException,
            InterruptedException {
        try (var server = ScriptedServer.of(script)) {
            return call(Requests.to(server.url(), bounds), limit);
        }
    }

    private AgentOutcome call(AgentRequest request, Duration limit) throws InterruptedException {
        return WithoutPlace.of(placed(request, limit));
    }

    private AgentOutcome placed(AgentRequest request, Duration limit) throws InterruptedException {
        Consumer<AgentEvent> nobody = event -> {};
        try (var calls = calls()) {
            return protocol(calls).call(request, Requests.in(limit), nobody);
        }
    }

    @Test
    default void aFailureSaysWhereItHappenedAndWhatToTry() throws Exception {
        try (var server = ScriptedServer.of((wire, _) -> wire.status("401 Unauthorized", "no key"));
                var calls = calls()) {
            var failed = protocol(calls).call(Requests.to(server.url() + "/?key=secret"), Requests.in(LONG), _ -> {});

            assertThat(text(failed)).startsWith("agent refused: HTTP 401 Unauthorized: no key (POST " + server.url())
                    .endsWith("; check its 'headers' or 'auth' in muster.yaml").doesNotContain("secret");
        }
        try (var server = ScriptedServer.of((wire, _) -> wire.status("200 OK\nContent-Type: text/html",
                "<html>Log in</html>")); var calls = calls()) {
            assertThat(text(protocol(calls).call(Requests.to(server.url()), Requests.in(LONG), _ -> {})))
                    .endsWith("; this is a web page: check its 'url' in muster.yaml");
        }
        try (var server = ScriptedServer.of((wire, _) -> wire.hang())) {
            assertThat(text(placed(Requests.to(server.url() + "/?key=secret"), SHORT)))
                    .startsWith("timeout after 400ms (POST " + server.url())
                    .endsWith("; if it is not stuck, allow more with --timeout or with 'timeout' in the case")
                    .doesNotContain("secret");
        }
    }

    private static HttpCalls calls() {
        return new HttpCalls(8, NOON);
    }

    private static String text(AgentOutcome outcome) {
        assertThat(outcome).isInstanceOf(AgentFailure.class);
        return ((AgentFailure) outcome).text();
    }

    private static AgentReply reply(AgentOutcome outcome) {
        assertThat(outcome).isInstanceOf(AgentReply.class);
        return (AgentReply) outcome;
    }
}
