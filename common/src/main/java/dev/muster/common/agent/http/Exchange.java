package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.http.BoundedSource.BoundPassed;
import dev.muster.common.time.Deadline;
import okhttp3.Call;
import okhttp3.MediaType;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSource;
import okio.Socket;

/** One call, from sending to the last byte, on the calling thread. */
final class Exchange {
    /** How much of an error's body to read; users see its first line. */
    private static final long ERROR_BYTES = 64 << 10;
    /** Types that say nothing: the beginning of the body says what it is. */
    private static final Set<String> UNLABELED = Set.of("", "text/plain", "application/octet-stream",
            "binary/octet-stream");
    private static final long PEEKED = 64;
    private static final Duration ERROR_TIME = Duration.ofSeconds(2);
    private final Call call;
    private final StreamBounds bounds;
    private final Deadline deadline;
    private final Watchdog watchdog;
    private final Failures failures;

    Exchange(Call call, StreamBounds bounds, Deadline deadline, Failures failures) {
        this.call = call;
        this.bounds = bounds;
        this.deadline = deadline;
        this.watchdog = new Watchdog(call, deadline);
        this.failures = failures;
    }

    /** Reads the outcome from a response. */
    private interface Reading {

        AgentOutcome read(Response response) throws IOException, StreamBroken;
    }

    AgentOutcome run(PacedReader paced) throws InterruptedException {
        return run(response -> answer(response, paced));
    }

    /**
     * Opens a WebSocket.
     *
     * @param accept what proves that the server speaks its protocol
     * @param opened gets the connection
     */
    AgentOutcome open(String accept, Consumer<Socket> opened) throws InterruptedException {
        return run(response -> {
            var socket = response.socket();
            if (socket == null) {
                var reason = OneLine.of(beginning(response));
                return response.isSuccessful() ? AgentFailure.Agent.undeclared("agent error: HTTP " + response.code()
                        + " where a WebSocket was expected" + (reason.isEmpty() ? "" : ": " + reason))
                        : failures.status(response, reason);
            }
            if (!accept.equals(response.header("Sec-WebSocket-Accept"))) {
                socket.cancel();
                socket.getSource().close();
                socket.getSink().close();
                return AgentFailure.Agent.undeclared("agent error: the handshake has no right Sec-WebSocket-Accept");
            }
            opened.accept(socket);
            return AgentReply.NOTHING;
        });
    }

    private AgentOutcome run(Reading reading) throws InterruptedException {
        watchdog.watch();
        AgentOutcome outcome;
        try {
            outcome = ScopedValue.where(TimelyDns.DEADLINE, deadline).call(() -> execute(reading));
        } finally {
            watchdog.release();
        }
        if (Thread.interrupted()) {
            throw new InterruptedException("the call was canceled");
        }
        return outOfTime(outcome) ? AgentFailure.Timeout.after(deadline) : outcome;
    }

    /** Whether the time ran out; a reply that was complete by then still counts. */
    private boolean outOfTime(AgentOutcome outcome) {
        return switch (outcome) {
            case AgentReply reply -> false;
            case AgentFailure.Unreachable failure -> watchdog.barked() || deadline.passed();
            case AgentFailure failure -> (watchdog.barked() || deadline.passed()) && !watchdog.shortened();
        };
    }

    private AgentOutcome execute(Reading reading) {
        Response response;
        try {
            response = call.execute();
        } catch (IOException e) {
            return Failures.noAnswer(e, HttpCalls.line(call.request()).isUsed());
        }
        if (ServerSession.OF_CALL.isBound()) {
            ServerSession.OF_CALL.get().keep(response.request().url(), response.headers());
        }
        try (response) {
            return reading.read(response);
        } catch (BoundPassed | StreamBroken e) {
            return new AgentFailure.Protocol("agent error: " + OneLine.ofMessage(String.valueOf(e.getMessage())));
        } catch (IOException e) {
            return new AgentFailure.Truncated("agent error: the answer was truncated, the connection broke");
        }
    }

    private AgentOutcome answer(Response encoded, PacedReader paced) throws IOException, StreamBroken {
        var unreadable = BodyDecoding.unreadable(encoded.headers());
        if (unreadable != null) {
            return encoded.isSuccessful() ? AgentFailure.Agent.undeclared("agent error: " + unreadable)
                    : failures.status(encoded, "");
        }
        Response response = BodyDecoding.decoded(encoded);
        var reader = paced.reader;
        reader.began(response::header);
        if (!response.isSuccessful()) {
            var body = beginning(response);
            return failures.status(response, OneLine.of(reader.refusal(body)), LackingMembers.in(body));
        }
        MediaType type = response.body().contentType();
        String came = type == null ? "" : type.type() + "/" + type.subtype();
        Framing framing = reader.framing(came);
        return switch (framing == null && UNLABELED.contains(came) ? reader.framing(guessed(response)) : framing) {
            case EVENTS -> new EventStream(response, bounds, paced, watchdog).read(response);
            case LINES -> new EventStream(response, bounds, paced, watchdog).readLines();
            case TEXT -> new EventStream(response, bounds, paced, watchdog).readText();
            case WHOLE -> paced.plain(whole(response));
            case null -> {
                String body = OneLine.of(reader.refusal(beginning(response)));
                if (body.isEmpty() && response.body().source().exhausted()) {
                    yield AgentFailure.Agent.undeclared("agent error: the answer is empty");
                }
                yield AgentFailure.Agent.undeclared("agent error: expected " + reader.expected() + ", got "
                        + (came.isEmpty() ? "no content type" : came) + (body.isEmpty() ? "" : ": " + body));
            }
        };
    }

    /** Returns the type that a body has by its beginning; empty for none that is known. */
    private static String guessed(Response response) throws IOException {
        BufferedSource source = response.body().source();
        source.request(1);
        var beginning = source.getBuffer().snapshot((int) Math.min(source.getBuffer().size(), PEEKED)).utf8()
                .stripLeading();
        return Stream.of("data:", "event:", "id:", "retry:", ":").anyMatch(beginning::startsWith) ? "text/event-stream"
                : beginning.startsWith("{") || beginning.startsWith("[") ? "application/json" : "";
    }

    /** Reads an answer in plain JSON, which counts as one event. */
    private String whole(Response response) throws IOException {
        BufferedSource source = response.body().source();
        long most = Math.min(bounds.bytes(), bounds.eventBytes());
        if (source.request(most + 1)) {
            throw most == bounds.bytes() ? BoundPassed.bytes(most) : BoundPassed.eventBytes(most);
        }
        return source.readUtf8();
    }

    /** Reads what arrives of the body in a short time; it is text for users, so it may be cut. */
    private String beginning(Response response) {
        watchdog.allowOnly(ERROR_TIME);
        var beginning = new Buffer();
        try {
            BufferedSource source = response.body().source();
            while (beginning.size() < ERROR_BYTES && source.read(beginning, ERROR_BYTES - beginning.size()) != -1) {}
        } catch (IOException e) {
            return beginning.readUtf8();
        }
        return beginning.readUtf8();
    }

    /**
     * Cancels a call whose time is up, wherever the call blocks. Not okio's timeouts: each walks past all others, which
     * is most of the work when thousands of calls are under way.
     */
    static final class Watchdog {

        private final Call call;
        private final Deadline deadline;
        private volatile boolean barked;
        private volatile boolean shortened;
        private boolean released;
        private Future<?> pending = CompletableFuture.completedFuture(null);

        Watchdog(Call call, Deadline deadline) {
            this.call = call;
            this.deadline = deadline;
        }

        void watch() {
            bark(deadline.left());
        }

        /** Limits the rest of the answer to this duration, or to the deadline if that is sooner. */
        void allowOnly(Duration length) {
            if (shortened) {
                return;
            }
            shortened = true;
            if (pending.cancel(false)) {
                Duration left = deadline.left();
                bark(length.compareTo(left) < 0 ? length : left);
            }
        }

        synchronized void release() {
            released = true;
            pending.cancel(false);
        }

        boolean barked() {
            return barked;
        }

        boolean shortened() {
            return shortened;
        }

        private synchronized void bark(Duration after) {
            pending = ForkJoinPool.commonPool().schedule(this::due, Math.max(1, after.toNanos()), TimeUnit.NANOSECONDS);
        }

        /** The deadline may be later by now: while the process was stopped, its time did not pass. */
        private synchronized void due() {
            var left = deadline.left();
            if (released) {
                return;
            }
            if (!shortened && !left.isZero()) {
                bark(left);
                return;
            }
            barked = true;
            call.cancel();
        }
    }
}
