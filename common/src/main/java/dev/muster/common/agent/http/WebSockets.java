package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.http.AnswerReader.End;
import dev.muster.common.agent.http.AnswerReader.Next;
import dev.muster.common.agent.http.Exchange.Watchdog;
import dev.muster.common.agent.http.HttpCalls.TimelyDns;
import dev.muster.common.time.Deadline;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSink;
import okio.BufferedSource;
import okio.Okio;
import org.jspecify.annotations.Nullable;

/**
 * The WebSockets of a process, one for each conversation, open until the conversation ends or the server closes it. They begin
 * as calls of the process's one HTTP client, so that they too reach allowed addresses only; their frames are read here, so that
 * a bound on bytes holds.
 */
public final class WebSockets {

    /** What a server joins to the key of a handshake (RFC 6455). */
    private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int NORMAL = 1000;
    private static final int NO_CODE = 1005;

    private final Map<String, Socket> open = new ConcurrentHashMap<>();
    private final HttpCalls calls;
    private final @Nullable Recording recording;

    public WebSockets(HttpCalls calls) {
        this.calls = calls;
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
        var outcome = converse(socket, request, idle, deadline, reader);
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

    private Socket connect(OutgoingRequest request, Deadline deadline) throws InterruptedException, Refused {
        var random = new byte[16];
        ThreadLocalRandom.current().nextBytes(random);
        var key = Base64.getEncoder().encodeToString(random);
        var call = calls.upgrade(request, Map.of("Connection", "Upgrade", "Upgrade", "websocket",
                "Sec-WebSocket-Version", "13", "Sec-WebSocket-Key", key));
        if (call == null) {
            throw new Refused(
                    Failures.unsendable("'" + request.url() + "' is no ws or wss address, or a header can't be "
                            + "sent"));
        }
        var watchdog = new Watchdog(call, deadline);
        watchdog.watch();
        try {
            var response = ScopedValue.where(TimelyDns.DEADLINE, deadline).call(call::execute);
            if (response.code() != 101 || !accepted(key).equals(response.header("Sec-WebSocket-Accept"))) {
                response.close();
                throw new Refused(Failures.handshake(response.code()));
            }
            return Socket.open(response, request.bounds());
        } catch (IOException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException("the call was cancelled");
            }
            throw new Refused(watchdog.barked() || deadline.passed() ? Failures.timeout(deadline)
                    : Failures.noAnswer(e, request.url()));
        } finally {
            watchdog.release();
        }
    }

    private static String accepted(String key) {
        return new Buffer().writeUtf8(key + MAGIC).sha1().base64();
    }

    private static AgentOutcome converse(Socket socket, OutgoingRequest request, @Nullable Duration idle,
            Deadline deadline, AnswerReader reader) throws InterruptedException {
        socket.begin();
        socket.send(request.body().text(), deadline);
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
                        return code == NORMAL ? reader.end(End.CLOSED)
                                : new AgentFailure.Truncated("agent error: the WebSocket closed with " + code
                                        + (reason.isEmpty() ? "" : " (" + reason + ")")
                                        + " before the answer was complete");
                    }
                    case Frame.Broken _ -> {
                        return deadline.passed() ? Failures.timeout(deadline) : new AgentFailure.Truncated(
                                "agent error: the answer was truncated, the connection broke");
                    }
                    case Frame.TooMuch(var bound) -> {
                        return new AgentFailure.Protocol("agent error: the answer exceeded the bound of " + bound);
                    }
                }
            }
        } catch (StreamBroken e) {
            return new AgentFailure.Protocol("agent error: " + e.getMessage());
        }
    }

    /** What came over a socket. */
    private sealed interface Frame {

        record Message(String text) implements Frame {}

        record Closed(int code, String reason) implements Frame {}

        record Broken() implements Frame {}

        record TooMuch(String bound) implements Frame {}
    }

    /** One open WebSocket. A thread reads the next message only after the one before was taken. */
    private static final class Socket {

        private static final int TEXT = 1;
        private static final int BINARY = 2;
        private static final int CLOSE = 8;
        private static final int PING = 9;
        private static final int PONG = 10;
        private static final int LONGEST_CONTROL = 125;

        private final StreamBounds bounds;
        private final okio.Socket connection;
        private final BufferedSource in;
        private final BufferedSink out;
        private final ReentrantLock writing = new ReentrantLock();
        private final BlockingQueue<Frame> arrived = new LinkedBlockingQueue<>();
        private final Semaphore taken = new Semaphore(0);
        private final AtomicLong bytes = new AtomicLong();
        private volatile boolean closed;
        private int frames;
        private Recording.@Nullable Exchanged recorded;

        private Socket(okio.Socket connection, StreamBounds bounds) {
            this.bounds = bounds;
            this.connection = connection;
            this.in = Okio.buffer(connection.getSource());
            this.out = Okio.buffer(connection.getSink());
        }

        static Socket open(Response response, StreamBounds bounds) throws IOException {
            var connection = response.socket();
            if (connection == null) {
                throw new ProtocolException("no connection behind a 101");
            }
            var socket = new Socket(connection, bounds);
            Thread.ofVirtual().name("websocket").start(socket::readAll);
            return socket;
        }

        boolean isClosed() {
            return closed;
        }

        void begin() {
            frames = 0;
            bytes.set(0);
        }

        /** A connection that can't be written to shows as broken. */
        void send(String text, Deadline deadline) {
            write(TEXT, text.getBytes(StandardCharsets.UTF_8), deadline.left());
        }

        /** Returns null when nothing came in time. */
        @Nullable
        Frame next(Duration wait) throws InterruptedException {
            var frame = arrived.poll(wait.toNanos(), TimeUnit.NANOSECONDS);
            if (frame instanceof Frame.Message(var text)) {
                frames++;
                if (recorded != null) {
                    recorded.answer().append(text).append('\n');
                }
                if (frames > bounds.events()) {
                    return new Frame.TooMuch(bounds.events() + " messages per answer");
                }
                taken.release();
            }
            return frame;
        }

        /** Says goodbye without waiting for it to arrive. */
        void close() {
            Thread.ofVirtual().start(() -> {
                write(CLOSE, new byte[]{NORMAL >> 8, (byte) NORMAL}, Duration.ofSeconds(1));
                end(new Frame.Closed(NORMAL, ""));
            });
        }

        private void readAll() {
            try {
                var message = new Buffer();
                boolean text = true;
                for (var frame = frame(); frame != null; frame = frame()) {
                    text = frame.code() == 0 ? text : frame.code() == TEXT;
                    long size = message.size() + frame.length();
                    if (size > bounds.eventBytes() || bytes.addAndGet(frame.length()) > bounds.bytes()) {
                        end(new Frame.TooMuch(size > bounds.eventBytes() ? bounds.eventBytes() + " bytes per message"
                                : bounds.bytes() + " bytes per answer"));
                        return;
                    }
                    in.readFully(message, frame.length());
                    if (frame.last() && text) {
                        arrived.add(new Frame.Message(message.readUtf8()));
                        taken.acquire();
                    } else if (frame.last()) {
                        message.clear();
                    }
                }
            } catch (IOException | InterruptedException e) {
                end(new Frame.Broken());
            }
        }

        private record Head(int code, boolean last, long length) {}

        /** Reads up to the data of a message, and answers what comes before; null after the server's goodbye. */
        private @Nullable Head frame() throws IOException {
            while (true) {
                int first = in.readByte() & 0xFF;
                int second = in.readByte() & 0xFF;
                int code = first & 0x0F;
                long length = switch (second) {
                    case 126 -> in.readShort() & 0xFFFF;
                    case 127 -> in.readLong();
                    default -> second;
                };
                boolean last = (first & 0x80) != 0;
                boolean control = code >= CLOSE;
                if ((first & 0x70) != 0 || second > 127 || length < 0 || code > PONG || (code > BINARY && !control)
                        || (control && (!last || length > LONGEST_CONTROL))) {
                    throw new ProtocolException("no frame of a WebSocket");
                }
                if (!control) {
                    return new Head(code, last, length);
                }
                var data = in.readByteArray(length);
                if (code == CLOSE) {
                    write(CLOSE, data, Duration.ofSeconds(1));
                    end(new Frame.Closed(data.length < 2 ? NO_CODE : ((data[0] & 0xFF) << 8) | (data[1] & 0xFF),
                            data.length < 2 ? "" : new String(data, 2, data.length - 2, StandardCharsets.UTF_8)));
                    return null;
                }
                if (code == PING) {
                    write(PONG, data, Duration.ofSeconds(1));
                }
            }
        }

        private void write(int code, byte[] data, Duration atMost) {
            var frame = new Buffer().writeByte(0x80 | code);
            if (data.length <= LONGEST_CONTROL) {
                frame.writeByte(0x80 | data.length);
            } else if (data.length <= 0xFFFF) {
                frame.writeByte(0x80 | 126).writeShort(data.length);
            } else {
                frame.writeByte(0x80 | 127).writeLong(data.length);
            }
            var mask = new byte[4];
            ThreadLocalRandom.current().nextBytes(mask);
            frame.write(mask);
            var masked = new byte[data.length];
            for (int i = 0; i < data.length; i++) {
                masked[i] = (byte) (data[i] ^ mask[i % 4]);
            }
            frame.write(masked);
            writing.lock();
            try {
                out.timeout().timeout(Math.max(1, atMost.toNanos()), TimeUnit.NANOSECONDS);
                out.write(frame, frame.size());
                out.flush();
            } catch (IOException | IllegalStateException e) {
                end(new Frame.Broken());
            } finally {
                writing.unlock();
            }
        }

        private void end(Frame how) {
            closed = true;
            arrived.add(how);
            connection.cancel();
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
