package dev.muster.common.agent;

import module java.base;

/** An HTTP server on loopback that answers each request by script, valid or not; one virtual thread per connection. */
public final class ScriptedServer implements AutoCloseable {

    /** Handles a request. */
    @FunctionalInterface
    public interface Script {

        /** Writes an answer, or acts like a broken server. The connection is closed unless it can be kept alive. */
        void answer(Wire wire, Received request) throws IOException, InterruptedException;
    }

    /** A received request; header names in lower case. */
    public record Received(String line, Map<String, String> headers, String body) {}

    private final ServerSocket socket;
    private final Script script;
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();

    private ScriptedServer(ServerSocket socket, Script script) {
        this.socket = socket;
        this.script = script;
    }

    public static ScriptedServer of(Script script) {
        try {
            var server = new ScriptedServer(new ServerSocket(0, 1000, InetAddress.getLoopbackAddress()), script);
            Thread.ofVirtual().start(server::acceptAll);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String url() {
        return "http://127.0.0.1:" + socket.getLocalPort();
    }

    /** Returns the requests so far. */
    public List<Received> received() {
        return List.copyOf(received);
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (Socket connection : open) {
            connection.close();
        }
    }

    private void acceptAll() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                open.add(connection);
                Thread.ofVirtual().start(() -> serve(connection));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            connection.setTcpNoDelay(true);
            var wire = new Wire(connection);
            var in = new BufferedInputStream(connection.getInputStream());
            for (String line = line(in); !line.isEmpty() && !connection.isClosed(); line = line(in)) {
                Received request = receive(line, in);
                received.add(request);
                script.answer(wire, request);
                if (!wire.kept()) {
                    return;
                }
            }
        } catch (IOException e) {
            return; // The client went away, as clients may.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(connection);
        }
    }

    private static Received receive(String line, InputStream in) throws IOException {
        var headers = new HashMap<String, String>();
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            int colon = header.indexOf(':');
            if (colon < 0) {
                throw new IOException("'" + header + "' is no header");
            }
            headers.put(header.substring(0, colon).toLowerCase(Locale.ROOT), header.substring(colon + 1).strip());
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        return new Received(line, headers, new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    private static String line(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int c = in.read(); c != -1 && c != '\n'; c = in.read()) {
            if (c != '\r') {
                line.write(c);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }
}
