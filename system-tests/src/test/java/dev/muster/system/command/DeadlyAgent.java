package dev.muster.system.command;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;

/** An agent that kills the process named in a message {@code kill PID now}, and never answers. */
final class DeadlyAgent implements AutoCloseable {

    private final HttpServer server;
    private final List<Long> killed = new CopyOnWriteArrayList<>();
    private volatile @Nullable Long parentOfLast;

    private DeadlyAgent(HttpServer server) {
        this.server = server;
    }

    static DeadlyAgent start() throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var agent = new DeadlyAgent(server);
        server.createContext("/", agent::kill);
        server.start();
        return agent;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/ag-ui";
    }

    /** Returns the killed process ids, in order. */
    List<Long> killed() {
        return killed;
    }

    /** Returns the parent of the last one. */
    long parentOfLast() {
        return Objects.requireNonNull(parentOfLast);
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void kill(HttpExchange call) throws IOException {
        try (call) {
            var body = new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            named(body).flatMap(ProcessHandle::of).ifPresent(process -> {
                parentOfLast = process.parent().map(ProcessHandle::pid).orElse(null);
                killed.add(process.pid());
                process.destroyForcibly();
            });
        }
    }

    private static Optional<Long> named(String body) {
        int begin = body.indexOf("kill ");
        int end = body.indexOf(" now", begin);
        return begin < 0 || end < 0 ? Optional.empty()
                : Optional.of(Long.valueOf(body.substring(begin + "kill ".length(), end)));
    }
}
