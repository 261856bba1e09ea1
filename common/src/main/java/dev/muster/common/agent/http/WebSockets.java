package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.http.AnswerReader.End;
import dev.muster.common.agent.http.AnswerReader.Next;
import dev.muster.common.time.Deadline;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * The WebSockets of a process, one for each conversation, open until the conversation ends or the server closes it. The
 * JDK's client hands over pieces of messages only when asked, so that a bound on bytes holds.
 */
public final class WebSockets {

    private static final Duration CONNECT = Duration.ofSeconds(10);
    /** How long a server is silent before it is asked whether it is there. */
    private static final Duration PING = Duration.ofSeconds(2);

    private final Map<String, Socket> open = new ConcurrentHashMap<>();
    private final @Nullable Recording recording;
    private @Nullable HttpClient client;

    public WebSockets(HttpCalls calls) {
        this.recording = calls.recording();
    }

    /**
     * Sends a message and reads the answer.
     *
     * @param idle how long a silence after a message ends the answer; null when only the reader or a close ends it
     */
    public AgentOutcome ask(String conversationId, OutgoingRequest request, @Nullable Duration idle, Deadline deadline,
            AnswerReader reader) throws InterruptedException {
        var socket = open.get(conversationId);
        if (socket == null || socket.isClosed()) {
            try {
                socket = connect(request, deadline);
            } catch (Refused e) {
                return Failures.located(e.failure, "WebSocket", request.url());
            }
            open.put(conversationId, socket);
        }
        socket.recorded = recording == null ? null : recording.socket(request);
        var outcome = converse(socket, request, idle, deadline, new PacedReader(reader, deadline));
        if (Thread.interrupted()) {
            throw new InterruptedException("the call was cancelled");
        }
        if (outcome instanceof AgentFailure) {
            close(conversationId);
        }
        return Failures.located(outcome, "WebSocket", request.url());
    }

    public void close(String conversationId) {
        var socket = open.remove(conversationId);
        if (socket != null) {
            socket.close();
        }
    }

    private synchronized HttpClient client() {
        if (client == null) {
            client = HttpClient.newBuilder().connectTimeout(CONNECT).build();
        }
        return client;
    }

    private Socket connect(OutgoingRequest request, Deadline deadline) throws InterruptedException, Refused {
        var socket = new Socket(request.bounds());
        var builder = client().newWebSocketBuilder();
        request.headers().forEach(builder::header);
        try {
            socket.web = builder.buildAsync(URI.create(request.url()), socket).get(deadline.left().toNanos(),
                    TimeUnit.NANOSECONDS);
            return socket;
        } catch (TimeoutException e) {
            throw new Refused(Failures.timeout(deadline));
        } catch (ExecutionException e) {
            throw new Refused(switch (e.getCause()) {
                case WebSocketHandshakeException refused ->
                    Failures.handshake(refused.getResponse().statusCode());
                case IOException broken -> Failures.noAnswer(broken, request.url());
                case IllegalArgumentException _ ->
                    Failures.unsendable("a header can't be sent: HTTP allows only visible"
                            + " ASCII characters in its name, and no control or other characters in its value");
                case null, default -> throw new IllegalStateException("a WebSocket could not be opened", e);
            });
        } catch (IllegalArgumentException e) {
            throw new Refused(Failures.unsendable("'" + request.url() + "' is no ws or wss address"));
        }
    }

    private static AgentOutcome converse(Socket socket, OutgoingRequest request, @Nullable Duration idle,
            Deadline deadline, AnswerReader reader) throws InterruptedException {
        socket.begin();
        socket.send(request.body().text());
        try {
            while (true) {
                var wait = idle != null && socket.frames > 0 && idle.compareTo(deadline.left()) < 0 ? idle
                        : deadline.left();
                var frame = socket.next(wait);
                switch (frame) {
                    case null -> {
                        return deadline.passed() ? Failures.timeout(deadline) : reader.end(End.CLOSED);
                    }
                    case Frame.Message(var text) -> {
                        if (reader.event(text, true) == Next.STOP) {
                            return reader.end(End.CLOSED);
                        }
                    }
                    case Frame.Closed(int code, var reason) -> {
                        return code == WebSocket.NORMAL_CLOSURE ? reader.end(End.CLOSED)
                                : new AgentFailure.Truncated("agent error: the WebSocket closed with " + code
                                        + (reason.isEmpty() ? "" : " (" + reason + ")")
                                        + " before the answer was complete");
                    }
                    case Frame.Broken _ -> {
                        return new AgentFailure.Truncated(
                                "agent error: the answer was truncated, the connection broke");
                    }
                    case Frame.TooMuch(var bound) -> {
                        return new AgentFailure.Protocol("agent error: the answer exceeded the bound of " + bound);
                    }
                }
            }
        } catch (StreamBroken e) {
            return deadline.passed() ? Failures.timeout(deadline)
                    : new AgentFailure.Protocol("agent error: " + e.getMessage());
        }
    }

    /** What came over a socket. */
    private sealed interface Frame {

        record Message(String text) implements Frame {}

        record Closed(int code, String reason) implements Frame {}

        record Broken() implements Frame {}

        record TooMuch(String bound) implements Frame {}
    }

    /** One open WebSocket. Asks for the next piece only after the one before was taken. */
    private static final class Socket implements WebSocket.Listener {

        private final StreamBounds bounds;
        private final BlockingQueue<Frame> arrived = new LinkedBlockingQueue<>();
        private final StringBuilder message = new StringBuilder();
        private @Nullable WebSocket web;
        private volatile boolean closed;
        private final AtomicLong characters = new AtomicLong();
        private int frames;
        private Recording.@Nullable Exchanged recorded;

        Socket(StreamBounds bounds) {
            this.bounds = bounds;
        }

        boolean isClosed() {
            return closed;
        }

        void begin() {
            frames = 0;
            characters.set(0);
        }

        void send(String text) {
            checked(web().sendText(text, true));
        }

        /** Returns null when nothing came in time. */
        @Nullable
        Frame next(Duration wait) throws InterruptedException {
            var frame = poll(wait);
            if (frame instanceof Frame.Message(var text)) {
                frames++;
                if (recorded != null) {
                    recorded.answer().append(text).append('\n');
                }
                if (frames > bounds.events()) {
                    return new Frame.TooMuch(bounds.events() + " messages per answer");
                }
                web().request(1);
            }
            return frame;
        }

        /** The JDK loses a reset that comes right behind a message; only writing shows it then. */
        private @Nullable Frame poll(Duration wait) throws InterruptedException {
            var left = wait;
            for (; left.compareTo(PING) > 0; left = left.minus(PING)) {
                var frame = arrived.poll(PING.toNanos(), TimeUnit.NANOSECONDS);
                if (frame != null) {
                    return frame;
                }
                checked(web().sendPing(ByteBuffer.allocate(0)));
            }
            return arrived.poll(left.toNanos(), TimeUnit.NANOSECONDS);
        }

        void close() {
            var socket = web();
            var _ = socket.sendClose(WebSocket.NORMAL_CLOSURE, "").whenComplete((_, _) -> socket.abort());
        }

        private WebSocket web() {
            return Objects.requireNonNull(web, "an open socket");
        }

        /** What can't be written shows that the connection is broken. */
        private void checked(CompletableFuture<WebSocket> written) {
            var _ = written.whenComplete((socket, broken) -> {
                if (broken != null) {
                    onError(web(), broken);
                }
            });
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence piece, boolean last) {
            message.append(piece);
            if (message.length() > bounds.eventBytes() || characters.addAndGet(piece.length()) > bounds.bytes()) {
                arrived.add(new Frame.TooMuch((message.length() > bounds.eventBytes() ? bounds.eventBytes()
                        + " characters per message" : bounds.bytes() + " characters per answer")));
                socket.abort();
                return null;
            }
            if (last) {
                arrived.add(new Frame.Message(message.toString()));
                message.setLength(0);
            } else {
                socket.request(1);
            }
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            closed = true;
            arrived.add(new Frame.Closed(code, reason));
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            closed = true;
            arrived.add(new Frame.Broken());
        }
    }

    /** Thrown when no connection came about. */
    private static final class Refused extends Exception {

        private static final long serialVersionUID = 1L;

        private final transient AgentFailure failure;

        Refused(AgentFailure failure) {
            super(failure.text(), null, false, false);
            this.failure = failure;
        }
    }
}
