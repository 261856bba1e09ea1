package dev.muster.common.testing;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * A WebSocket server on loopback, byte by byte, so that it can also break every rule; one virtual thread per connection.
 */
public final class WebSocketServer implements AutoCloseable {

    private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int TEXT = 1;
    private static final int CLOSE = 8;
    private static final int PONG = 10;

    private final ServerSocket socket;
    private final Gate gate;
    private final Script script;
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();

    /** Answers a handshake that it refuses. */
    @FunctionalInterface
    public interface Gate {

        /** Returns whether to let it in; else it has written another answer, or none. */
        boolean letsIn(Peer peer) throws IOException, InterruptedException;
    }

    /** Answers a message. */
    @FunctionalInterface
    public interface Script {

        void answer(Peer peer, String message) throws IOException, InterruptedException;
    }

    private WebSocketServer(ServerSocket socket, Gate gate, Script script) {
        this.socket = socket;
        this.gate = gate;
        this.script = script;
    }

    public static WebSocketServer of(Script script) throws IOException {
        return of(_ -> true, script);
    }

    public static WebSocketServer of(Gate gate, Script script) throws IOException {
        var server = new WebSocketServer(new ServerSocket(0, 100, InetAddress.getLoopbackAddress()), gate, script);
        Thread.ofVirtual().start(server::acceptAll);
        return server;
    }

    /** @param status answered in place of the handshake, such as {@code 401 Unauthorized} */
    public static WebSocketServer refusing(String status) throws IOException {
        return of(peer -> {
            peer.refuse(status);
            return false;
        }, (_, _) -> {});
    }

    public String url() {
        return "ws://127.0.0.1:" + socket.getLocalPort();
    }

    /** Returns how many connections clients hold now. */
    public int open() {
        return open.get();
    }

    /** Returns how many handshakes it took part in to the end. */
    public int connections() {
        return connections.get();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private void acceptAll() {
        while (!socket.isClosed()) {
            try {
                var connection = socket.accept();
                Thread.ofVirtual().start(() -> serve(connection));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket connection) {
        open.incrementAndGet();
        try (connection) {
            var in = new DataInputStream(new BufferedInputStream(connection.getInputStream()));
            var out = connection.getOutputStream();
            var peer = new Peer(head(in), connection, out);
            if (!gate.letsIn(peer)) {
                return;
            }
            connections.incrementAndGet();
            peer.accept(accept(peer.head().getOrDefault("sec-websocket-key", "")));
            for (var message = message(in); message != null; message = message(in)) {
                script.answer(peer, message);
            }
        } catch (IOException e) {
            return; // The client went away, as clients may.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.decrementAndGet();
        }
    }

    private static String accept(String key) {
        try {
            return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-1")
                    .digest((key + MAGIC).getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the headers, their names in lower case, and the first line under the empty name. */
    @SuppressWarnings("deprecation") // readLine: the head of a request is ASCII
    private static Map<String, String> head(DataInputStream in) throws IOException {
        var head = new HashMap<String, String>();
        for (var line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            int colon = head.isEmpty() ? 0 : line.indexOf(':');
            head.put(line.substring(0, colon).toLowerCase(Locale.ROOT),
                    colon == 0 ? line : line.substring(colon + 1).strip());
        }
        return head;
    }

    /** Returns the next text message of a client, which masks it, or its answer to a ping; null when it closes. */
    private static @Nullable String message(DataInputStream in) throws IOException {
        while (true) {
            int kind = in.readUnsignedByte() & 0x0F;
            int length = in.readUnsignedByte() & 0x7F;
            if (length == 126) {
                length = in.readUnsignedShort();
            } else if (length == 127) {
                length = (int) in.readLong();
            }
            var mask = in.readNBytes(4);
            var data = in.readNBytes(length);
            for (int i = 0; i < data.length; i++) {
                data[i] ^= mask[i % 4];
            }
            if (kind == CLOSE) {
                return null;
            }
            if (kind == TEXT || kind == PONG) {
                return new String(data, StandardCharsets.UTF_8);
            }
        }
    }

    /**
     * The server's side of a connection.
     *
     * @param head the headers of the handshake, their names in lower case, and its first line under the empty name
     */
    public record Peer(Map<String, String> head, Socket connection, OutputStream out) {

        /** Returns the path of the handshake's address, with its query. */
        public String path() {
            return head.getOrDefault("", " / ").split(" ", -1)[1];
        }

        /** @param status with its reason, and headers after line breaks */
        public void refuse(String status) throws IOException {
            raw("HTTP/1.1 " + status.replace("\n", "\r\n") + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        }

        /** Switches to WebSocket; {@code proof} shows the client that this server means to. */
        public void accept(String proof) throws IOException {
            raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
                    + proof + "\r\n\r\n");
        }

        public void say(String text) throws IOException {
            frame(0x81, text.getBytes(StandardCharsets.UTF_8));
        }

        /** Says JSON that is written with single quotes. */
        public void json(String text) throws IOException {
            say(text.replace('\'', '"'));
        }

        /** Begins a message without an end. */
        public void begin(String text) throws IOException {
            frame(0x01, text.getBytes(StandardCharsets.UTF_8));
        }

        public void goOn(String text) throws IOException {
            frame(0x00, text.getBytes(StandardCharsets.UTF_8));
        }

        public void close(int code) throws IOException {
            frame(0x88, new byte[]{(byte) (code >> 8), (byte) code});
        }

        /** Ends the connection without a close frame. */
        public void drop() throws IOException {
            connection.close();
        }

        /** Says nothing more until the client goes away. */
        public void hang() throws IOException {
            connection.getInputStream().transferTo(OutputStream.nullOutputStream());
        }

        public void raw(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
        }

        public void frame(int head, byte[] data) throws IOException {
            var frame = new ByteArrayOutputStream();
            frame.write(head);
            if (data.length < 126) {
                frame.write(data.length);
            } else {
                frame.write(127);
                frame.write(ByteBuffer.allocate(8).putLong(data.length).array());
            }
            frame.write(data);
            out.write(frame.toByteArray());
            out.flush();
        }
    }
}
