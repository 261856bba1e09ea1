package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.http.BoundedSource.BoundPassed;
import okio.Buffer;
import okio.BufferedSink;
import okio.BufferedSource;
import okio.ByteString;
import okio.Okio;
import okio.Socket;
import org.jspecify.annotations.Nullable;

/**
 * The client's side of an open WebSocket (RFC 6455). A thread of its own reads a message only when the one before was
 * taken, and never more than the bounds allow.
 */
final class WebSocket {

    private static final int CONTINUED = 0;
    private static final int TEXT = 1;
    private static final int BINARY = 2;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int PONG = 10;
    private static final int LAST = 0x80;
    private static final int MASKED = 0x80;
    private static final int NORMAL = 1000;
    private static final int NO_CODE = 1005;
    private static final int MOST_OF_A_CONTROL_FRAME = 125;
    /** How long a server may take to take a close frame or the answer to its ping. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Socket socket;
    private final BufferedSource in;
    private final BufferedSink out;
    private final StreamBounds bounds;
    private final ReentrantLock writing = new ReentrantLock();
    private final BlockingQueue<WebSocketFrame> arrived = new LinkedBlockingQueue<>(1);
    private final Buffer message = new Buffer();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicInteger events = new AtomicInteger();
    private final Thread reader;
    private volatile boolean closed;
    /** Whether the message that arrives is a binary one. */
    private boolean binary;

    private WebSocket(Socket socket, StreamBounds bounds) {
        this.socket = socket;
        this.in = Okio.buffer(socket.getSource());
        this.out = Okio.buffer(socket.getSink());
        this.bounds = bounds;
        this.reader = Thread.ofVirtual().name("websocket").unstarted(this::read);
    }

    static WebSocket over(Socket socket, StreamBounds bounds) {
        var opened = new WebSocket(socket, bounds);
        opened.reader.start();
        return opened;
    }

    boolean isClosed() {
        return closed;
    }

    /** Sends a message; the bounds hold for what comes from now on. */
    void say(String text, Duration atMost) throws IOException {
        bytes.set(0);
        events.set(0);
        write(TEXT, text.getBytes(StandardCharsets.UTF_8), atMost);
    }

    /** Returns what comes next; null when nothing came in time. */
    @Nullable
    WebSocketFrame next(Duration atMost) throws InterruptedException {
        return arrived.poll(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Says goodbye, without waiting for an answer. */
    void close() {
        try {
            if (!closed) {
                write(CLOSE, new byte[]{(byte) (NORMAL >> 8), (byte) NORMAL}, PATIENCE);
            }
        } catch (IOException e) {
            // it is gone already
        } finally {
            socket.cancel();
            reader.interrupt();
        }
    }

    private void write(int kind, byte[] data, Duration atMost) throws IOException {
        var mask = new byte[4];
        ThreadLocalRandom.current().nextBytes(mask);
        writing.lock();
        try {
            out.timeout().timeout(Math.max(1, atMost.toNanos()), TimeUnit.NANOSECONDS);
            out.writeByte(LAST | kind);
            if (data.length <= MOST_OF_A_CONTROL_FRAME) {
                out.writeByte(MASKED | data.length);
            } else if (data.length < 1 << 16) {
                out.writeByte(MASKED | 126).writeShort(data.length);
            } else {
                out.writeByte(MASKED | 127).writeLong(data.length);
            }
            out.write(mask);
            var masked = data.clone();
            for (int i = 0; i < masked.length; i++) {
                masked[i] ^= mask[i % 4];
            }
            out.write(masked).flush();
        } finally {
            writing.unlock();
        }
    }

    private void read() {
        try {
            WebSocketFrame frame;
            do {
                frame = frame();
                if (frame instanceof WebSocketFrame.Message) {
                    arrived.put(frame);
                }
            } while (frame == null || frame instanceof WebSocketFrame.Message);
            closed = true;
            arrived.put(frame);
        } catch (IOException e) {
            closed = true;
            end();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void end() {
        try {
            arrived.put(new WebSocketFrame.Broken());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reads a frame; returns null where it completes nothing. */
    private @Nullable WebSocketFrame frame() throws IOException {
        int first = in.readByte() & 0xFF;
        int second = in.readByte() & 0xFF;
        int kind = first & 0x0F;
        boolean last = (first & LAST) != 0;
        if ((first & 0x70) != 0 || (second & MASKED) != 0 || (kind > BINARY && kind < CLOSE) || kind > PONG) {
            return new WebSocketFrame.Wrong("the server violated the WebSocket protocol with a frame that begins with "
                    + HexFormat.of().formatHex(new byte[]{(byte) first, (byte) second}));
        }
        long length = switch (second) {
            case 126 -> in.readShort() & 0xFFFF;
            case 127 -> in.readLong();
            default -> second;
        };
        if (length < 0 || length > bounds.eventBytes() - message.size()) {
            return new WebSocketFrame.Wrong(String.valueOf(BoundPassed.eventBytes(bounds.eventBytes()).getMessage()));
        }
        if (bytes.addAndGet(length) > bounds.bytes()) {
            return new WebSocketFrame.Wrong(String.valueOf(BoundPassed.bytes(bounds.bytes()).getMessage()));
        }
        return switch (kind) {
            case CLOSE -> {
                var data = in.readByteArray(length);
                write(CLOSE, data, PATIENCE);
                yield closed(data);
            }
            case PING -> {
                write(PONG, in.readByteArray(length), PATIENCE);
                yield null;
            }
            case PONG -> {
                in.skip(length);
                yield null;
            }
            default -> content(kind, length, last);
        };
    }

    private static WebSocketFrame closed(byte[] data) {
        return data.length < 2 ? new WebSocketFrame.Closed(NO_CODE, "")
                : new WebSocketFrame.Closed((data[0] & 0xFF) << 8 | (data[1] & 0xFF),
                        new String(data, 2, data.length - 2, StandardCharsets.UTF_8));
    }

    private @Nullable WebSocketFrame content(int kind, long length, boolean last) throws IOException {
        in.readFully(message, length);
        binary = kind == CONTINUED ? binary : kind == BINARY;
        if (!last) {
            return null;
        }
        var data = message.readByteString();
        var text = data.utf8();
        if (binary && !ByteString.encodeUtf8(text).equals(data)) {
            return new WebSocketFrame.Wrong("the server sent a binary message that is not UTF-8 text");
        }
        if (events.incrementAndGet() > bounds.events()) {
            return new WebSocketFrame.Wrong(String.valueOf(BoundPassed.events(bounds.events()).getMessage()));
        }
        return new WebSocketFrame.Message(text);
    }
}
