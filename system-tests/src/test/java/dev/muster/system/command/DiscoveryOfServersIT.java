package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.muster.cli.testing.Command;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code muster init --url} and {@code muster probe} against servers as other projects make them. */
final class DiscoveryOfServersIT {

    private static final String DATA = "data: ";

    @TempDir
    private static Path home;

    @TempDir
    private Path folder;

    private final List<JsonNode> heard = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    /** What is answered to a body; a status before a colon, such as {@code 400:}, else 200. */
    private interface Answering {

        String to(JsonNode body);
    }

    private String serve(String path, String type, Answering answering) {
        return serve(path, exchange -> {
            var body = Json.MAPPER.readTree(exchange.getRequestBody().readAllBytes());
            var answer = answering.to(body);
            int status = answer.matches("(?s)\\d{3}:.*") ? Integer.parseInt(answer.substring(0, 3)) : 200;
            if (status == 200) {
                heard.add(body);
            }
            send(exchange, status, type, (status == 200 ? answer : answer.substring(4)).getBytes(
                    StandardCharsets.UTF_8));
        });
    }

    private String serve(String path, HttpHandler handler) {
        server.createContext(path, exchange -> {
            if (exchange.getRequestMethod().equals("POST")) {
                handler.handle(exchange);
            } else {
                send(exchange, 404, "text/plain", new byte[0]);
            }
        });
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private Command init(String url, String... more) {
        var words = new ArrayList<>(List.of("init", "--url", url, folder.toString()));
        words.addAll(List.of(more));
        return Command.typeHere(home, Map.of(), words.toArray(String[]::new));
    }

    private String written() throws IOException {
        return Files.readString(folder.resolve("muster.yaml"));
    }

    private static HttpHandler compressed(String encoding) {
        return exchange -> {
            var packed = new ByteArrayOutputStream();
            try (var gzip = new GZIPOutputStream(packed)) {
                gzip.write("{\"answer\": \"I sell books.\"}".getBytes(StandardCharsets.UTF_8));
            }
            exchange.getResponseHeaders().set("Content-Encoding", encoding);
            send(exchange, 200, "application/json", packed.toByteArray());
        };
    }

    @Test
    void aMemberThatMustBeANumberIsSentAsOne() throws IOException {
        var url = serve("/chat", "application/json", body -> {
            var faults = Stream.of("user_query", "conversation_id").filter(name -> !body.has(name)).map(
                    name -> "{'type': 'missing', 'loc': ['body', '" + name + "'], 'msg': 'Field required'}");
            var wrong = body.has("conversation_id") && !body.path("conversation_id").isInt()
                    ? Stream.of("{'type': 'int_parsing', 'loc': ['body', 'conversation_id'], 'msg': 'Input should be a"
                            + " valid integer'}")
                    : Stream.<String>of();
            var all = Stream.concat(faults, wrong).collect(Collectors.joining(", "));
            return (all.isEmpty() ? "{'reply': 'Hello, I am the shop.'}" : "422:{'detail': [" + all + "]}")
                    .replace('\'', '"');
        });

        var init = init(url);

        assertThat(init.code()).as(init.output()).isZero();
        assertThat(written()).contains("user_query: '${input}'", "conversation_id: 1", "takes no text");
    }

    @Test
    void anAnswerIsUnpackedThatNobodyAskedToPack() throws Exception {
        var url = serve("/gzip", compressed("gzip"));

        assertThat(init(url, "--header", "Accept-Encoding: gzip, br").output()).contains(
                "It answered: \"I sell books.\" (read at $.answer)", "Passed:  1");
        var probe = Command.typeHere(home, Map.of(), "probe", "--config", folder.resolve("muster.yaml").toString());
        assertThat(probe.output()).contains("{\"answer\": \"I sell books.\"}", "Accept-Encoding: gzip, br",
                "Content-encoding: gzip");
    }

    @Test
    void aCompressionThatIsNotReadIsNamed() throws Exception {
        for (var encoding : List.of("br", "zstd")) {
            var done = init(serve("/" + encoding, compressed(encoding)));

            assertThat(done.output()).contains("Content-Encoding: " + encoding, "nothing was written");
            assertThat(folder).isEmptyDirectory();
        }
    }

    @Test
    void aCutCompressionIsNamedAsInARun() throws Exception {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write("{\"answer\": \"I sell books.\"}".getBytes(StandardCharsets.UTF_8));
        }
        var url = serve("/cut", exchange -> {
            exchange.getResponseHeaders().set("Content-Encoding", "gzip");
            send(exchange, 200, "application/json", Arrays.copyOf(packed.toByteArray(), packed.size() - 12));
        });

        assertThat(init(url).output()).contains("was truncated, the connection broke");
    }

    @Test
    void eventsOfTextAreFound() throws Exception {
        var url = serve("/words", "text/event-stream", _ -> Stream.of("I", " sell", " books.", "[DONE]")
                .map(word -> DATA + word + "\n\n")
                .collect(Collectors.joining("", "event: meta\n" + DATA + "{\"id\": 1}\n\n", "")));

        assertThat(init(url).output()).contains("answers with events of text", "It answered: \"I sell books.\"",
                "Passed:  1");
        assertThat(written()).contains("stream: sse_text", "done: '[DONE]'");
        assertThat(heard).hasSize(2);
    }

    @Test
    void aTotalThatComesTwiceIsNotTakenForTheWords() throws Exception {
        var events = Stream.of("{\"type\": \"start\", \"from\": \"AGENT\", \"payload\": {\"id\": \"a-1\"}}",
                "{\"type\": \"text-delta\", \"payload\": {\"id\": \"t-1\", \"text\": \"I sell old books.\"}}",
                "{\"type\": \"step-finish\", \"payload\": {\"output\": {\"text\": \"I sell old books.\"}}}",
                "{\"type\": \"finish\", \"payload\": {\"output\": {\"text\": \"I sell old books.\"}}}")
                .map(event -> DATA + event + "\n\n").collect(Collectors.joining());
        var url = serve("/mastra", "text/event-stream", _ -> events);

        assertThat(init(url, "--no-run").output())
                .contains("It answered: \"I sell old books.\" (read at $.payload.text)");
        Files.writeString(folder.resolve("muster.yaml"), written().replace("$.payload.text", "$.nowhere"));
        assertThat(Command.typeHere(home, Map.of(), "probe", "--config", folder.resolve("muster.yaml").toString())
                .output()).contains("is nowhere in the answer").doesNotContain("Vercel");
    }

    @Test
    void theRunTriesTheSmallestBody() throws Exception {
        var url = serve("/ask", "application/json", body -> body.has("question") ? "{\"reply\": \"I sell books.\"}"
                : "400:{\"error\": \"question is required\"}");

        var done = init(url);

        assertThat(done.output()).contains("Running it sends one to seven more messages", "Passed:  1");
        assertThat(written()).contains("question: '${input}'").doesNotContain("message:", "prompt:", "threadId:");
        assertThat(heard).hasSize(2);
    }

    @Test
    void everyMemberStaysWhereAllAreNeeded() throws Exception {
        var url = serve("/ask", "application/json", body -> "{\"reply\": \"" + (body.path("prompt").isString()
                ? "You said: " + body.path("prompt").stringValue() : "Your message is empty.") + "\"}");

        var done = init(url);

        assertThat(done.output()).contains("muster.yaml keeps them", "Passed:  1");
        assertThat(written()).contains("message: '${input}'", "prompt: '${input}'");
    }

    @Test
    void whatIsNotToBeRunKeepsEveryMember() throws Exception {
        var url = serve("/ask", "application/json", _ -> "{\"reply\": \"I sell books.\"}");

        assertThat(init(url, "--no-run").code()).isZero();
        assertThat(written()).contains("message: '${input}'", "question: '${input}'");
        assertThat(heard).hasSize(1);
    }

    @Test
    void anOpenAiServerThatCannotStreamIsAskedForOnePiece() throws Exception {
        var url = serve("/v1/chat/completions", "application/json", body -> body.path("stream").booleanValue(false)
                ? "500:{\"error\": {\"message\": \"no stream here\"}}"
                : "{\"object\": \"chat.completion\", \"choices\": [{\"index\": 0, \"finish_reason\": \"stop\", \"message\":"
                        + " {\"role\": \"assistant\", \"content\": \"I sell books.\"}}]}");

        var done = init(url);

        assertThat(done.output()).contains("an OpenAI-compatible server", "Passed:  1");
        assertThat(written()).contains("protocol: openai", "stream: false");
        assertThat(heard).hasSize(2).allMatch(body -> !body.has("stream_options"));
    }

    @Test
    void theFirstTransportOfMcpIsNamed() throws Exception {
        server.createContext("/sse", exchange -> {
            if (exchange.getRequestMethod().equals("POST")) {
                send(exchange, 404, "text/html", "Cannot POST /sse".getBytes(StandardCharsets.UTF_8));
            } else {
                exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write("event: endpoint\ndata: /message?id=1\n\n".getBytes(
                        StandardCharsets.UTF_8));
                exchange.getResponseBody().flush(); // and it stays open
            }
        });

        var done = init("http://127.0.0.1:" + server.getAddress().getPort() + "/sse");

        assertThat(done.output()).contains("HTTP+SSE transport of 2024-11-05", "nothing was written");
        assertThat(done.code()).isEqualTo(2);
    }

    @Test
    void aRelativeRedirectIsResolved() {
        var url = serve("/login", exchange -> {
            exchange.getResponseHeaders().set("Location", "/chat");
            send(exchange, 302, "text/plain", new byte[0]);
        });

        assertThat(init(url).output()).contains("muster init --url " + url.replace("/login", "/chat"));
    }

    @Test
    void aProbeListsNothingThatTheMappingTakes() throws Exception {
        var url = serve("/calls", exchange -> send(exchange, 200, "application/json", ("{\"reply\": \"Hi\", \"calls\":"
                + " [{\"name\": \"find\", \"args\": {\"city\": \"Rome\"}, \"out\": {\"n\": 1}, \"ms\": 5}],"
                + " \"state\": {\"step\": 2}, \"language\": \"en\"}").getBytes(StandardCharsets.UTF_8)));
        Files.writeString(folder.resolve("muster.yaml"), """
                agents:
                  shop:
                    protocol: http
                    url: %s
                    body: { message: "${input}" }
                    response:
                      text: $.reply
                      tool_calls: { each: "$.calls[*]", name: $.name, arguments: $.args, result: $.out }
                      state: $.state
                """.formatted(url));

        var probe = Command.typeHere(home, Map.of(), "probe", "--config", folder.resolve("muster.yaml").toString(),
                "from Rome & Oslo");

        var others = probe.output().substring(probe.output().indexOf("Also in the answer"),
                probe.output().indexOf("Muster reads"));
        assertThat(others).contains("$.language", "$.calls[*].ms").doesNotContain("city", ".n ", "step", "$.reply");
    }

    @Test
    void aProbeShowsTheFormAsItIsSentAndTakesSeveralWordsForAMessage() throws Exception {
        var url = serve("/form", exchange -> {
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            send(exchange, 200, "application/json", ("{\"reply\": \"" + exchange.getRequestHeaders().getFirst(
                    "Content-Type") + " " + body + "\"}").getBytes(StandardCharsets.UTF_8));
        });
        Files.writeString(folder.resolve("muster.yaml"), """
                agents:
                  shop:
                    protocol: http
                    url: %s
                    form: { message: "${input}", key: "${ENV.BOT_KEY}" }
                    response: { text: $.reply }
                """.formatted(url));

        var probe = Command.typeHere(home, Map.of("BOT_KEY", "top/secret&1"), "probe", "--config",
                folder.resolve("muster.yaml").toString(), "from Rome & Oslo");

        assertThat(probe.output()).contains("  Content-Type: application/x-www-form-urlencoded",
                "  message=from+Rome+%26+Oslo&key=***",
                "text        \"application/x-www-form-urlencoded message=from+Rome+%26+Oslo&key=***\"")
                .doesNotContain("secret%261", "top/secret");
        assertThat(Command.typeHere(home, Map.of("BOT_KEY", "x"), "probe", "--config",
                folder.resolve("muster.yaml").toString(), "shp").output())
                .contains("unknown agent 'shp'; did you mean 'shop'?", "muster probe shop MESSAGE");
    }
}
