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
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.http.OutgoingRequest;
import dev.muster.common.agent.http.OutgoingRequest.Body;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server at an address: each message is a POST. What comes is read by threads of their own, because the answer to a call
 * may stay open while its user is asked, over turns, and the question may come by another stream.
 */
final class HttpLine extends Line {

    /** How long a server may take to open the stream for what it says without being asked. */
    private static final Duration OPENING = Duration.ofSeconds(2);
    private static final Duration GOODBYE = Duration.ofSeconds(1);
    /** The one who waits for what is heard has a deadline. */
    private static final Duration UNLIMITED = Duration.ofDays(1);
    private static final String OLDEST = "; this may be the transport of 2024-11-05, HTTP+SSE, which Muster does not"
            + " speak: look for the server's /mcp";
    private static final String SESSION = "Mcp-Session-Id";
    private static final AgentReply DONE = AgentReply.of(AgentReply.Content.of("", List.of(), List.of(), null,
            List.of()), "stop", null, new AgentReply.Timing(0, -1, 0));

    private final HttpCalls calls;
    private final Ticker ticker;
    private final Endpoint endpoint;
    private final StreamBounds bounds;
    private final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>();
    private final Set<Thread> readers = ConcurrentHashMap.newKeySet();
    private volatile @Nullable String session;
    private volatile @Nullable RuntimeException bug;

    HttpLine(HttpCalls calls, Ticker ticker, Endpoint endpoint, StreamBounds bounds) {
        this.calls = calls;
        this.ticker = ticker;
        this.endpoint = endpoint;
        this.bounds = bounds;
    }

    @Override
    void say(String key, ObjectNode message, Map<String, String> headers) {
        start(key, new OutgoingRequest("POST", endpoint.url(), headers(headers), new Body.Json(message), bounds),
                new Reader(message.has("method") ? message.path("id").stringValue(null) : null));
    }

    @Override
    @Nullable
    Heard next(Duration atMost, Deadline deadline) throws InterruptedException {
        var left = deadline.left();
        var next = heard.poll((atMost.compareTo(left) < 0 ? atMost : left).toNanos(), TimeUnit.NANOSECONDS);
        if (bug != null) {
            throw bug;
        }
        return next;
    }

    @Override
    void listen(Deadline deadline) throws InterruptedException {
        var reader = new Reader(null);
        start("", new OutgoingRequest("GET", endpoint.url(), headers(version()), new Body.None(), bounds), reader);
        var left = deadline.left();
        var _ = reader.open.await((OPENING.compareTo(left) < 0 ? OPENING : left).toMillis(), TimeUnit.MILLISECONDS);
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
        heard.clear();
    }

    @Override
    AgentFailure located(AgentFailure failure) {
        return failure.text().contains(" (POST ") ? failure : (AgentFailure) HttpCalls.located(failure,
                new OutgoingRequest("POST", endpoint.url(), Map.of(), new Body.None(), bounds));
    }

    @Override
    void close() {
        end();
        if (session != null) {
            try {
                var _ = calls.send(new OutgoingRequest("DELETE", endpoint.url(), headers(version()), new Body.None(),
                        bounds), Deadline.in(GOODBYE, ticker), new Reader(null));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void end() {
        readers.forEach(Thread::interrupt);
        readers.clear();
    }

    private Map<String, String> version() {
        return McpMessages.headers(JsonNodeFactory.instance.objectNode(), Objects.requireNonNullElse(version, ""));
    }

    /** Returns the headers; the configured ones override ours, in any case. */
    private Map<String, String> headers(Map<String, String> own) {
        var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(own);
        if (session != null) {
            headers.put(SESSION, session);
        }
        endpoint.headers().forEach((name, value) -> {
            headers.remove(name);
            headers.put(name, value);
        });
        return headers;
    }

    private void start(String key, OutgoingRequest request, Reader reader) {
        var scope = ScopedValue.where(RetryingAgent.ON_NEW_CONNECTION, RetryingAgent.ON_NEW_CONNECTION.orElse(false));
        var traced = HttpCalls.TRACE.isBound() ? scope.where(HttpCalls.TRACE, HttpCalls.TRACE.get()) : scope;
        var thread = Thread.ofVirtual().name("mcp").unstarted(() -> traced.run(() -> read(key, request, reader)));
        readers.add(thread);
        thread.start();
    }

    private void read(String key, OutgoingRequest request, Reader reader) {
        try {
            var outcome = calls.send(request, Deadline.in(UNLIMITED, ticker), reader);
            // a server need not have a stream of its own, but what it says there must be right
            if (!key.isEmpty() || outcome instanceof AgentFailure.Protocol) {
                heard.add(new Heard.Ended(key, outcome instanceof AgentFailure failure ? reader.told(failure) : null,
                        reader.error));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the conversation is over
        } catch (RuntimeException e) {
            bug = e;
            heard.add(new Heard.Ended(""));
        } finally {
            reader.open.countDown();
            readers.remove(Thread.currentThread());
        }
    }

    /** Passes on the messages of one answer. */
    private final class Reader extends ChunkedAnswer {

        private final @Nullable String asked;
        private final CountDownLatch open = new CountDownLatch(1);
        private boolean answered;
        private boolean wantsLogin;
        private JsonNode error = JsonNodeFactory.instance.missingNode();

        /** @param asked the id whose response must come; null for none */
        Reader(@Nullable String asked) {
            this.asked = asked;
        }

        @Override
        public void began(Function<String, @Nullable String> headers) {
            wantsLogin = headers.apply("WWW-Authenticate") != null;
            var given = headers.apply(SESSION);
            session = given == null ? session : given;
            open.countDown();
        }

        @Override
        public @Nullable Framing framing(String type) {
            return type.isEmpty() && asked == null ? Framing.WHOLE : super.framing(type);
        }

        @Override
        public boolean takesPlain() {
            return true;
        }

        @Override
        public AgentOutcome plain(String body) throws StreamBroken {
            if (asked == null) {
                return DONE;
            }
            if (body.isBlank()) {
                return AgentFailure.Agent.undeclared("agent error: the answer is empty");
            }
            chunk(AnswerJson.read(body, "the answer"), body);
            return end(End.CLOSED);
        }

        @Override
        protected Next chunk(JsonNode chunk, String data) throws StreamBroken {
            var messages = chunk.isArray() ? chunk : JsonNodeFactory.instance.arrayNode().add(chunk);
            for (var message : messages) {
                if (!message.isObject()) {
                    throw new StreamBroken("a message is not a JSON object");
                }
                heard.add(new Heard.Said(message, data));
                answered |= !message.has("method") && (message.path("id").isNull()
                        || message.path("id").asString("").equals(asked));
            }
            return answered ? Next.CLOSING : Next.GO_ON;
        }

        @Override
        public AgentOutcome end(End end) {
            return asked == null || answered ? DONE : end.before("the response to the request");
        }

        @Override
        public String refusal(String body) {
            try {
                error = AnswerJson.read(body, "the answer").path("error");
                return error.path("message").stringValue(body);
            } catch (StreamBroken e) {
                return body;
            }
        }

        /** Says what to do where the server wants a login, or speaks by another transport. */
        AgentFailure told(AgentFailure failure) {
            return switch (failure) {
                case AgentFailure.Refused(int status, var text) when status == 401 && wantsLogin ->
                    new AgentFailure.Refused(status, text + "; the server wants a login, and Muster has none: get a"
                            + " token, and write headers: { Authorization: \"Bearer ${ENV.MCP_TOKEN}\" }");
                case AgentFailure.Refused(int status, var text) when status == 404 && isOldest() ->
                    new AgentFailure.Refused(status, text + OLDEST);
                case AgentFailure.Agent(var text, boolean declared) when text.contains("HTTP 405") && isOldest() ->
                    new AgentFailure.Agent(text + OLDEST, declared);
                default -> failure;
            };
        }

        private boolean isOldest() {
            var url = HttpUrl.parse(endpoint.url());
            return url != null && url.encodedPath().endsWith("/sse");
        }
    }
}
