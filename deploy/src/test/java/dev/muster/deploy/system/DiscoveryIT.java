package dev.muster.deploy.system;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.mock.MockAgent;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code muster init --url} and {@code muster probe} against servers that they know nothing of. */
final class DiscoveryIT {

    private static final String SCHEMA = """
            {"paths": {"/described": {"post": {"requestBody": {"content": {"application/json": {"schema":
              {"$ref": "#/components/schemas/Ask"}}}}}}},
             "components": {"schemas": {"Ask": {"properties": {"question": {"type": "string"},
              "session_id": {"type": "string"}}}}}}
            """;

    @TempDir
    private static Path home;

    @TempDir
    private Path folder;

    private static HttpServer server;
    private static MockAgent mock;
    private static final List<String> HEARD = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        mock = MockAgent.start(0, 0);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        on("/own", "application/json", "{\"id\": 7, \"data\": {\"answer\": \"I sell books.\"}}");
        on("/described", "application/json", "{\"reply\": \"I sell books.\"}");
        on("/stream", "text/event-stream", "data: {\"delta\": {\"text\": \"I sell \"}}\n\ndata: {\"delta\": {\"text\":"
                + " \"books.\"}}\n\ndata: [DONE]\n\n");
        on("/plain", "text/plain", "I sell books.");
        server.createContext("/openapi.json", exchange -> answer(exchange, 200, "application/json", SCHEMA));
        server.createContext("/locked", exchange -> answer(exchange, 401, "text/plain", "who are you?"));
        server.start();
    }

    @AfterAll
    static void stop() {
        server.stop(0);
        mock.close();
    }

    private static void on(String path, String type, String body) {
        server.createContext(path, exchange -> {
            var sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            if (exchange.getRequestMethod().equals("POST")) {
                HEARD.add(sent);
            }
            answer(exchange, 200, type, body);
        });
    }

    private static void answer(HttpExchange exchange, int status, String type, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    private Command init(String url) {
        HEARD.clear();
        return Command.typeHere(home, Map.of("BOT_KEY", "topsecret1"), "init", "--url", url, folder.toString());
    }

    private String written() throws IOException {
        return Files.readString(folder.resolve("muster.yaml"));
    }

    @Test
    void anAguiAgent() throws Exception {
        var done = init(mock.baseUrl() + "/ag-ui");

        assertThat(done.output()).contains("This is an AG-UI agent", "Passed:  1");
        assertThat(done.code()).isZero();
        assertThat(written()).contains("protocol: ag-ui");
    }

    @Test
    void anOpenAiCompatibleServerByItsBaseOrItsWholeAddress() throws Exception {
        assertThat(init(mock.baseUrl() + "/v1").output()).contains("OpenAI-compatible", "Passed:  1");
        assertThat(written()).contains("protocol: openai", "/v1\n");
        Files.delete(folder.resolve("muster.yaml"));
        Files.delete(folder.resolve("tests/first.yaml"));
        assertThat(init(mock.baseUrl() + "/v1/chat/completions").output()).contains("Passed:  1");
        assertThat(written()).doesNotContain("chat/completions");
    }

    @Test
    void anInterfaceOfItsOwnCostsOneMessageAndOneForTheRun() throws Exception {
        for (var path : List.of("/own", "/stream", "/plain")) {
            var done = init(url(path));

            assertThat(done.output()).as(path).contains("This is an HTTP endpoint", "Passed:  1");
            assertThat(HEARD).as(path).hasSize(2);
            assertThat(Files.readString(folder.resolve("tests/first.yaml"))).contains("I sell books.");
            Files.delete(folder.resolve("muster.yaml"));
            Files.delete(folder.resolve("tests/first.yaml"));
        }
    }

    @Test
    void whatAServerSaysAboutItselfIsUsed() throws Exception {
        assertThat(init(url("/described")).output()).contains("Passed:  1");
        assertThat(written()).contains("question: \"${input}\"", "session_id: \"${conversation_id}\"")
                .doesNotContain("prompt");
    }

    @Test
    void aDeadOrLockedAddressWritesNothing() throws Exception {
        int free;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }

        var dead = init("http://127.0.0.1:" + free + "/chat");
        assertThat(dead.code()).isEqualTo(2);
        assertThat(dead.output())
                .contains("nothing answers at http://127.0.0.1:" + free + "/chat (connection refused)");
        assertThat(init(url("/locked")).output()).contains("HTTP 401", "--header");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void whatIsThereIsNotTouched() throws Exception {
        Files.writeString(folder.resolve("muster.yaml"), "mine");

        assertThat(init(url("/own")).output()).contains("muster.yaml is there already");
        assertThat(HEARD).isEmpty();
        assertThat(written()).isEqualTo("mine");
    }

    @Test
    void aProbeShowsWhatIsSentWhatComesAndWhatIsFound() throws Exception {
        Files.writeString(folder.resolve("muster.yaml"), """
                agents:
                  bot:
                    protocol: http
                    url: %s
                    headers: { X-Key: "${ENV.BOT_KEY}" }
                    body: { question: "${input}" }
                    response: { text: $.reply, awaiting: $.waits }
                """.formatted(url("/own")));

        var probe = Command.typeHere(home, Map.of("BOT_KEY", "topsecret1"), "probe", "--config",
                folder.resolve("muster.yaml").toString(), "bot", "Do you sell books?");

        assertThat(probe.code()).isEqualTo(1);
        assertThat(probe.output()).contains("POST " + url("/own"), "{\"question\":\"Do you sell books?\"}", "200 OK",
                "text      $.reply  nothing", "$.data.answer  \"I sell books.\"", "X-Key: ***")
                .doesNotContain("topsecret1");
    }
}
