package dev.muster.common.agent.custom;

import module java.base;
import org.jspecify.annotations.Nullable;

/** A WebSocket server on loopback, byte by byte, so that it can also break every rule; one virtual thread per connection. */
final class WebSocketServer implements AutoCloseable {

    private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private final ServerSocket socket;
    private final Script script;
    private final String refusal;
    private final AtomicInteger connections = new AtomicInteger();

    /** Answers a message. */
    @FunctionalInterface
    interface Script {
        void answer(Peer peer, String message) throws IOException, InterruptedException;
    }

    private WebSocketServer(ServerSocket socket, Script script, String refusal) {
        this.socket = socket;
        this.script = script;
        this.refusal = refusal;
    }

    static WebSocketServer of(Script script) throws IOException {
        return start(script, "");
    }

    /** @param status answered in place of the handshake, such as {@code 401 Unauthorized} */
    static WebSocketServer refusing(String status) throws IOException {
        return start((_, _) -> {}, status);
    }

    private static WebSocketServer start(Script script, String refusal) throws IOException {
        var server = new WebSocketServer(new ServerSocket(0, 100, InetAddress.getLoopbackAddress()), script, refusal);
        Thread.ofVirtual().start(server::acceptAll);
        return server;
    }

    String url() {
        return "ws://127.0.0.1:" + socket.getLocalPort() + "/chat";
    }

    int connections() {
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
        try (connection) {
            var in = new DataInputStream(new BufferedInputStream(connection.getInputStream()));
            var out = connection.getOutputStream();
            var key = key(in);
            if (!refusal.isEmpty()) {
                out.write(
                        ("HTTP/1.1 " + refusal + "\r\nContent-Length: 0\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
                return;
            }
            connections.incrementAndGet();
            var accept = Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-1")
                    .digest((key + MAGIC).getBytes(StandardCharsets.US_ASCII)));
            out.write(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Accept: " + accept + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            var peer = new Peer(connection, out);
            for (var message = message(in); message != null; message = message(in)) {
                script.answer(peer, message);
            }
        } catch (IOException e) {
            return; // The client went away, as clients may.
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @SuppressWarnings("deprecation") // readLine: the head of a request is ASCII
    private static String key(DataInputStream in) throws IOException {
        var key = "";
        for (var line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            if (line.toLowerCase(Locale.ROOT).startsWith("sec-websocket-key:")) {
                key = line.substring(line.indexOf(':') + 1).strip();
            }
        }
        return key;
    }

    /** Returns the next text message of a client, which masks it; null when it closes. */
    private static @Nullable String message(DataInputStream in) throws IOException {
        int first = in.readUnsignedByte();
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
        return (first & 0x0F) == 8 ? null : new String(data, StandardCharsets.UTF_8);
    }

    /** The server's side of a connection. */
    record Peer(Socket connection, OutputStream out) {

        void say(String text) throws IOException {
            frame(0x81, text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        }

        /** Begins a message without an end. */
        void begin(String text) throws IOException {
            frame(0x01, text.getBytes(StandardCharsets.UTF_8));
        }

        void goOn(String text) throws IOException {
            frame(0x00, text.getBytes(StandardCharsets.UTF_8));
        }

        void close(int code) throws IOException {
            frame(0x88, new byte[]{(byte) (code >> 8), (byte) code});
        }

        /** Ends the connection without a close frame. */
        void drop() throws IOException {
            connection.close();
        }

        void hang() throws IOException {
            connection.getInputStream().transferTo(OutputStream.nullOutputStream());
        }

        void frame(int head, byte[] data) throws IOException {
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
