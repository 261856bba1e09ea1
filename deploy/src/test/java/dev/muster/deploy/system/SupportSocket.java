package dev.muster.deploy.system;

import module java.base;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;

/** The WebSocket agent of {@code docs/targets.md}: each connection is a conversation, whose questions it repeats. */
final class SupportSocket implements AutoCloseable {

    private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private final ServerSocket socket;

    private SupportSocket(ServerSocket socket) {
        this.socket = socket;
    }

    static SupportSocket start() throws IOException {
        var server = new SupportSocket(new ServerSocket(0, 100, InetAddress.getLoopbackAddress()));
        Thread.ofVirtual().start(server::acceptAll);
        return server;
    }

    String url() {
        return "ws://127.0.0.1:" + socket.getLocalPort();
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

    private static void serve(Socket connection) {
        try (connection) {
            var in = new DataInputStream(new BufferedInputStream(connection.getInputStream()));
            var out = connection.getOutputStream();
            var head = head(in);
            if (!head.getOrDefault("authorization", "").startsWith("Bearer ")) {
                out.write("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                return;
            }
            out.write(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Accept: " + accept(head.getOrDefault("sec-websocket-key", "")) + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            var asked = new HashMap<String, List<String>>();
            for (var message = message(in); message != null; message = message(in)) {
                var text = Json.MAPPER.readTree(message).path("text").stringValue();
                say(out, Json.MAPPER.createObjectNode().put("delta", SupportServer.reply(asked, "", text)).toString());
                say(out, "{\"final\": true}");
            }
        } catch (IOException e) {
            return; // the client went away, as clients may
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

    @SuppressWarnings("deprecation") // readLine: the head of a request is ASCII
    private static Map<String, String> head(DataInputStream in) throws IOException {
        var head = new HashMap<String, String>();
        for (var line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            int colon = line.indexOf(": ");
            if (colon > 0) {
                head.put(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 2).strip());
            }
        }
        return head;
    }

    /** Returns the next short text message of a client, which masks it; null when it closes. */
    private static @Nullable String message(DataInputStream in) throws IOException {
        while (true) {
            int kind = in.readUnsignedByte() & 0x0F;
            int length = in.readUnsignedByte() & 0x7F;
            var mask = in.readNBytes(4 + (length == 126 ? 2 : 0));
            if (length == 126) {
                length = Byte.toUnsignedInt(mask[0]) << 8 | Byte.toUnsignedInt(mask[1]);
                mask = Arrays.copyOfRange(mask, 2, 6);
            }
            var data = in.readNBytes(length);
            for (int i = 0; i < data.length; i++) {
                data[i] ^= mask[i % 4];
            }
            if (kind == 8) {
                return null;
            }
            if (kind == 1) {
                return new String(data, StandardCharsets.UTF_8);
            }
        }
    }

    private static void say(OutputStream out, String text) throws IOException {
        var data = text.getBytes(StandardCharsets.UTF_8);
        var head = data.length < 126 ? new byte[]{(byte) 0x81, (byte) data.length}
                : new byte[]{(byte) 0x81, 126, (byte) (data.length >> 8), (byte) data.length};
        out.write(head);
        out.write(data);
        out.flush();
    }
}
