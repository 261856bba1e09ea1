package dev.muster.cli.fleet;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.common.json.Json;

/** An AG-UI agent that answers {@code no} to the first calls, and {@code yes} from then on. */
final class ForgetfulAgent implements AutoCloseable {

    private final AtomicInteger calls = new AtomicInteger();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private final int refusals;

    private ForgetfulAgent(int refusals) throws IOException {
        this.refusals = refusals;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    static ForgetfulAgent refusing(int times) throws IOException {
        return new ForgetfulAgent(times);
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/ag-ui";
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        var asked = Json.MAPPER.readTree(exchange.getRequestBody().readAllBytes());
        var answer = """
                data: {"type":"RUN_STARTED","threadId":"%1$s","runId":"%2$s"}

                data: {"type":"TEXT_MESSAGE_START","messageId":"m","role":"assistant"}

                data: {"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"%3$s"}

                data: {"type":"TEXT_MESSAGE_END","messageId":"m"}

                data: {"type":"RUN_FINISHED","threadId":"%1$s","runId":"%2$s"}

                """.formatted(asked.path("threadId").stringValue(), asked.path("runId").stringValue(),
                calls.incrementAndGet() > refusals ? "yes" : "no").getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, answer.length);
        try (var body = exchange.getResponseBody()) {
            body.write(answer);
        }
    }
}
