package dev.muster.common.agent.mcp;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Endpoint;
import dev.muster.common.agent.RetryingAgent;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.ChunkedAnswer;
import dev.muster.common.agent.http.Framing;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.http.OutgoingBody;
import dev.muster.common.agent.http.OutgoingRequest;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.ServerSession;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server at an address: each message is a POST. What comes is read by threads of their own, because the answer to a
 * call may stay open while its user answers a question, over turns, and the question may come by another stream.
 */
final class HttpConnection extends McpConnection {

    /** How long a server may take to open the stream for messages that answer no request. */
    private static final Duration OPENING = Duration.ofSeconds(2);
    private static final Duration GOODBYE = Duration.ofSeconds(1);
    /** The caller that waits for messages has a deadline. */
    private static final Duration UNLIMITED = Duration.ofDays(1);
    /** For the answer to a request of the server; no caller waits for it. */
    private static final Duration ANSWERING = Duration.ofSeconds(10);
    /** How often the stream of one answer is continued. */
    private static final int MOST_STREAMS = 100;
    private static final int LONGEST_ID = 1_000;
    /** Characters that the server may be ahead of the one who reads them, also between turns. */
    private static final long MOST_UNREAD = 8 << 20;
    /** The size of a message without its characters. */
    private static final int MESSAGE = 100;
    private static final String OLDEST = "; this may be the transport of 2024-11-05, HTTP+SSE, which Muster does not"
            + " speak: look for the server's /mcp";
    private static final String SESSION = "Mcp-Session-Id";

    private final HttpCalls calls;
    private final Ticker ticker;
    private final Endpoint endpoint;
    private final StreamBounds bounds;
    private final BlockingQueue<Incoming> incoming = new LinkedBlockingQueue<>();
    private final AtomicLong unread = new AtomicLong();
    private final Semaphore answering = new Semaphore(1);
    private final Set<Thread> readers = ConcurrentHashMap.newKeySet();
    private volatile @Nullable String session;
    /** The id of the request that is not answered yet. */
    private volatile @Nullable String open;
    private volatile @Nullable RuntimeException bug;

    HttpConnection(HttpCalls calls, Ticker ticker, Endpoint endpoint, StreamBounds bounds) {
        this.calls = calls;
        this.ticker = ticker;
        this.endpoint = endpoint;
        this.bounds = bounds;
    }

    @Override
    void send(String key, ObjectNode message, Map<String, String> headers) {
        var id = message.has("method") ? message.path("id").stringValue(null) : null;
        open = id == null ? open : id;
        start(key,
                new OutgoingRequest("POST", endpoint.url(), headers(headers), new OutgoingBody.Json(message), bounds),
                new Reader(id));
    }

    @Override
    @Nullable
    Incoming next(Duration atMost, Deadline deadline) throws InterruptedException {
        var left = deadline.left();
        var next = incoming.poll((atMost.compareTo(left) < 0 ? atMost : left).toNanos(), TimeUnit.NANOSECONDS);
        if (bug != null) {
            throw bug;
        }
        if (next instanceof Incoming.Message(_, var data)) {
            unread.addAndGet(-data.length() - MESSAGE);
        }
        return next;
    }

    @Override
    void listen(Deadline deadline) throws InterruptedException {
        var reader = new Reader(null);
        start("", new OutgoingRequest("GET", endpoint.url(), headers(version()), new OutgoingBody.None(), bounds),
                reader);
        var left = deadline.left();
        var _ = reader.begun.await((OPENING.compareTo(left) < 0 ? OPENING : left).toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    @Nullable
    String session() {
        return session;
    }

    @Override
    void forget() {
        session = null;
        version = null;
        end();
        incoming.clear();
        unread.set(0);
    }

    @Override
    AgentFailure located(AgentFailure failure) {
        return failure.text().contains(" (POST ") || failure.text().contains(" (GET ") ? failure
                : HttpCalls.located(failure,
                        new OutgoingRequest("POST", endpoint.url(), Map.of(), new OutgoingBody.None(), bounds));
    }

    @Override
    void close() {
        end();
        var called = open;
        if (called != null && version != null && !version.equals(McpMessages.NEW)) {
            goodbye("POST", new OutgoingBody.Json(McpMessages.cancelled(called)));
        }
        if (session != null) {
            goodbye("DELETE", new OutgoingBody.None());
        }
    }

    private void goodbye(String method, OutgoingBody body) {
        try {
            var _ = calls.send(new OutgoingRequest(method, endpoint.url(), headers(version()), body, bounds),
                    Deadline.in(GOODBYE, ticker), new Reader(null));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void end() {
        readers.forEach(Thread::interrupt);
        readers.clear();
    }

    /** Returns headers that can be added to. */
    private Map<String, String> version() {
        return McpMessages.headers(JsonNodeFactory.instance.objectNode(), Objects.requireNonNullElse(version, ""));
    }

    private Map<String, String> headers(Map<String, String> own) {
        var headers = new HashMap<>(own);
        if (session != null) {
            headers.put(SESSION, session);
        }
        return endpoint.over(headers);
    }

    private void start(String key, OutgoingRequest request, Reader reader) {
        var scope = ScopedValue.where(RetryingAgent.ON_NEW_CONNECTION, RetryingAgent.ON_NEW_CONNECTION.orElse(false));
        var traced = HttpCalls.TRACE.isBound() ? scope.where(HttpCalls.TRACE, HttpCalls.TRACE.get()) : scope;
        var known = ServerSession.OF_CALL;
        var inConversation = known.isBound() ? traced.where(known, known.get()) : traced;
        var thread = Thread.ofVirtual().name("mcp")
                .unstarted(() -> inConversation.run(() -> read(key, request, reader)));
        readers.add(thread);
        thread.start();
    }

    private void read(String key, OutgoingRequest request, Reader reader) {
        try {
            var outcome = key.equals(DECLINED) ? declined(request, reader) : whole(request, reader);
            // a server need not have a stream of its own, but what it says there must be right
            if (!key.isEmpty() || outcome instanceof AgentFailure.Protocol) {
                incoming.add(new Incoming.Ended(key,
                        outcome instanceof AgentFailure failure ? reader.withAdvice(failure) : null,
                        reader.error));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the conversation is over
        } catch (RuntimeException e) {
            bug = e;
            incoming.add(new Incoming.Ended(""));
        } finally {
            reader.begun.countDown();
            readers.remove(Thread.currentThread());
        }
    }

    /** Answers one after another: a server could ask without end, and each answer takes a connection. */
    private AgentOutcome declined(OutgoingRequest request, Reader reader) throws InterruptedException {
        answering.acquire();
        try {
            return calls.send(request, Deadline.in(ANSWERING, ticker), reader);
        } finally {
            answering.release();
        }
    }

    /** Reads an answer to its end; a stream that ends before, but named its last event, is continued behind that. */
    private AgentOutcome whole(OutgoingRequest request, Reader reader) throws InterruptedException {
        var deadline = Deadline.in(UNLIMITED, ticker);
        var outcome = calls.send(request, deadline, reader);
        for (int streams = 1; streams < MOST_STREAMS && outcome instanceof AgentFailure.Truncated; streams++) {
            var behind = reader.behind();
            if (behind == null) {
                return outcome;
            }
            var more = version();
            more.put("Last-Event-ID", behind);
            var next = calls.send(
                    new OutgoingRequest("GET", endpoint.url(), headers(more), new OutgoingBody.None(), bounds),
                    deadline, reader);
            // a server that can't go on refuses
            outcome = next instanceof AgentFailure.Refused || next instanceof AgentFailure.Agent ? outcome : next;
        }
        return outcome;
    }

    /** Passes on the messages of one answer. */
    private final class Reader extends ChunkedAnswer {

        private final @Nullable String requested;
        private final CountDownLatch begun = new CountDownLatch(1);
        private boolean answered;
        private @Nullable String last;
        private boolean wantsLogin;
        private JsonNode error = JsonNodeFactory.instance.missingNode();

        /** @param requested the id whose response must come; null for none */
        Reader(@Nullable String requested) {
            super(new ReplyAssembler(ticker, event -> {}), true);
            this.requested = requested;
        }

        @Override
        public String setting() {
            return "protocol: mcp";
        }

        @Override
        public void began(Function<String, @Nullable String> headers) {
            wantsLogin = headers.apply("WWW-Authenticate") != null;
            var given = headers.apply(SESSION);
            session = given == null ? session : given;
            begun.countDown();
        }

        @Override
        public @Nullable Framing framing(String type) {
            return requested == null && !type.equals("text/event-stream") ? Framing.WHOLE : super.framing(type);
        }

        @Override
        public void identified(String id) {
            last = id.length() > LONGEST_ID ? null : id;
        }

        /** Returns the event behind which the answer may go on; null when there is none, or none that is new. */
        @Nullable
        String behind() {
            var behind = requested == null ? null : last;
            last = null;
            return behind;
        }

        /** Passes over an event that only has an id. */
        @Override
        public Next event(String data, boolean whole) throws StreamBroken {
            return data.isBlank() ? Next.GO_ON : super.event(data, whole);
        }

        @Override
        public AgentOutcome plain(String body) throws StreamBroken {
            return requested == null ? AgentReply.NOTHING : super.plain(body);
        }

        @Override
        protected boolean isChunk(JsonNode chunk) {
            return chunk.isObject() || chunk.isArray();
        }

        @Override
        protected Next chunk(JsonNode chunk, String data) throws StreamBroken {
            var text = data;
            for (var message : chunk.isArray() ? chunk : List.of(chunk)) {
                if (!message.isObject()) {
                    throw new StreamBroken("a message is not a JSON object");
                }
                boolean response = !message.has("method") && (message.path("id").isNull()
                        || message.path("id").asString("").equals(requested));
                // the response to a request is not refused because another stream is full
                if (unread.getAndAdd(text.length() + MESSAGE) > MOST_UNREAD && !response) {
                    throw new StreamBroken("the server sent more than " + (MOST_UNREAD >> 20)
                            + " MiB before any of it was read");
                }
                incoming.add(new Incoming.Message(message, text));
                text = ""; // which the first one counts
                answered |= response;
            }
            open = answered ? null : open;
            return answered ? Next.CLOSING : Next.GO_ON;
        }

        @Override
        protected AgentOutcome complete(End end) {
            return requested == null || answered ? AgentReply.NOTHING : end.before("the response to the request");
        }

        @Override
        public String refusal(String body) {
            error = AnswerJson.orMissing(body).path("error");
            return error.path("message").stringValue(body);
        }

        /** Adds advice for a server that requires a login or has another transport. */
        AgentFailure withAdvice(AgentFailure failure) {
            return switch (failure) {
                case AgentFailure.Refused(int status, _) when status == 401 && wantsLogin ->
                    failure.plus("; the server requires a login, and Muster has none: get a"
                            + " token, and write headers: { Authorization: \"Bearer ${ENV.MCP_TOKEN}\" }");
                case AgentFailure.Refused(int status, _) when status == 404 && isOldest() -> failure.plus(OLDEST);
                case AgentFailure.Agent(var text, _) when text.contains("HTTP 405") && isOldest() ->
                    failure.plus(OLDEST);
                default -> failure;
            };
        }

        private boolean isOldest() {
            var url = HttpUrl.parse(endpoint.url());
            return url != null && url.encodedPath().endsWith("/sse");
        }
    }
}
