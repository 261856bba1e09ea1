package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.muster.bench.mock.MockAgent;
import dev.muster.cli.testing.Command;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

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
    private static HttpServer bare;
    private static HttpHandler answer = HttpExchange::close;
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
        on("/a2a/.well-known/agent-card.json", "application/json", "{\"protocolVersion\": \"0.3\", \"url\":"
                + " \"http://127.0.0.1:1/\", \"capabilities\": {}}");
        server.createContext("/locked", exchange -> answer(exchange, 401, "text/plain", "who are you?"));
        heard(server, "/any", exchange -> answer.handle(exchange));
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        bare = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        heard(bare, "/", exchange -> answer.handle(exchange));
        bare.start();
    }

    private static void heard(HttpServer at, String path, HttpHandler handler) {
        at.createContext(path, exchange -> {
            if (exchange.getRequestMethod().equals("POST")) {
                HEARD.add(exchange.getRequestURI() + " " + new String(exchange.getRequestBody().readAllBytes(),
                        StandardCharsets.UTF_8));
            }
            handler.handle(exchange);
        });
    }

    private static String bareUrl() {
        return "http://127.0.0.1:" + bare.getAddress().getPort();
    }

    @AfterAll
    static void stop() {
        server.stop(0);
        bare.stop(0);
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

    private Command init(String url, String... more) {
        HEARD.clear();
        var words = new ArrayList<>(List.of("init", "--url", url, folder.toString()));
        words.addAll(List.of(more));
        return Command.typeHere(home, Map.of("BOT_KEY", "topsecret1"), words.toArray(String[]::new));
    }

    /** What is written for a server that answers everything like this. */
    private Command initOf(int status, String type, String body) throws IOException {
        answer = exchange -> answer(exchange, status, type, body);
        return init(url("/any"), "--no-run");
    }

    private void forget() throws IOException {
        Files.deleteIfExists(folder.resolve("muster.yaml"));
        Files.deleteIfExists(folder.resolve("tests/first.yaml"));
    }

    @Test
    void aCallThatOnlyOpensASessionIsNoAgent() throws IOException {
        on("/v2/sessions", "application/json", "{\"id\":\"s-1\",\"greeting\":\"Hello, how can I help?\"}");

        var found = init(url("/v2/sessions"), "--no-run");

        assertThat(found.code()).as(found.output()).isEqualTo(2);
        assertThat(found.output()).contains("opens a session, and its answer is not an agent's",
                "describe this call under 'session'", "url: " + url("/v2/sessions") + "/${session.id}/messages",
                "session:\n      request:\n        url: " + url("/v2/sessions") + "\n      id: $.id");
        assertThat(folder.resolve("muster.yaml")).doesNotExist();
    }

    @Test
    void anAddressWithAValueOfASessionIsDescribedByHand() {
        var found = init(url("/v2/sessions/${session.id}/messages"), "--no-run");

        assertThat(found.code()).as(found.output()).isEqualTo(2);
        assertThat(found.output()).contains("'${session.id}', which has a value only in a run",
                "url: " + url("/v2/sessions/${session.id}/messages"), "request:\n        url: " + url("/v2/sessions\n"))
                .doesNotContain("is not a valid URL");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "ApiKey | missing or wrong X-Api-Key | --header 'X-Api-Key: ${ENV.AGENT_KEY}'",
        "ApiKey | no | --header 'NAME: ${ENV.AGENT_KEY}', where NAME is the header that the agent documents",
        "ApiKey realm=a, name=x-auth-token | no | --header 'x-auth-token: ${ENV.AGENT_KEY}'",
        "Bearer realm=a | no | --header 'Authorization: Bearer ${ENV.AGENT_KEY}'",
        "Basic realm=a | no | --header 'Authorization: Basic ${ENV.AGENT_KEY}' (USER:PASSWORD in Base64)"})
    void theHeaderThatARefusalNamesIsProposed(String scheme, String refusal, String header) throws IOException {
        answer = exchange -> {
            exchange.getResponseHeaders().set("WWW-Authenticate", scheme);
            answer(exchange, 401, "application/json", "{\"error\":\"" + refusal + "\"}");
        };

        assertThat(init(url("/any"), "--no-run").output()).contains("give its key: " + header);
    }

    @Test
    void callsAndTheirResultsDifferByTheKindOfTheEvent() throws IOException {
        assertThat(initOf(200, "text/event-stream", """
                data: {"kind":"tool","fn":"get_menu","args":{"day":"today"}}

                data: {"kind":"tool_result","fn":"get_menu","out":["risotto"]}

                data: {"kind":"delta","chunk":"Today: "}

                data: {"kind":"delta","chunk":"risotto."}

                """).code()).isZero();

        assertThat(written()).contains("text: $.chunk", "each: ", "$[?(@.kind==", "name: $.fn",
                "arguments: $.args", "calls of tools: get_menu").doesNotContain("or text: $.fn");
    }

    @Test
    void anIdThatTheNextTurnSendsBackIsProposed() throws IOException {
        var found = initOf(200, "application/json", "{\"reply\":\"I am here.\",\"session_id\":\"abc-1\"}");

        assertThat(found.code()).as(found.output()).isZero();
        assertThat(Files.readString(folder.resolve("muster.yaml"))).contains(
                "session_id: \"${carry.session_id}\" into the body, and carry: { session_id: $.session_id } under response");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        """
                {"type":"tool","fn":"book","args":{"to":"Oslo"}} | {"type":"text","delta":"I booked it."} | \
                each: $ | name: $.fn | arguments: $.args""",
        """
                {"steps":[{"kind":"tool","id":"c1","tool":"book","input":{"to":"Oslo"},"output":1},{"kind":"note"}]} | \
                {"delta":"I booked it."} | each: $.steps[?(@.kind=='tool')] | id: $.id | result: $.output""",
        """
                {"choices":[{"tool_calls":[{"id":"c1","function":{"name":"book","arguments":"{}"}}]}]} | \
                {"choices":[{"text":"I booked it."}]} | name: $.name | arguments: $.arguments | each: $.choices"""})
    void whatLooksLikeCallsIsProposed(String call, String words, String first, String second, String third)
            throws IOException {
        assertThat(initOf(200, "text/event-stream", "data: " + call + "\n\ndata: " + words + "\n\n").code()).isZero();

        assertThat(written()).contains("tool_calls:", "calls of tools: book").contains(plain(first), plain(second),
                plain(third));
    }

    private static String plain(String line) {
        return line.strip().replaceAll("^([a-z]+): (.*'.*)$", "$1: ");
    }

    @Test
    void whatIsNoCallIsNotProposed() throws IOException {
        assertThat(initOf(200, "application/json", """
                {"name": "bot", "input": {"text": "hi"}, "reply": "I sell books.", "agent": {"name": "bot",
                 "params": {"t": 1}}}""").code()).isZero();

        assertThat(written()).doesNotContain("tool_calls");
    }

    private String written() throws IOException {
        return Files.readString(folder.resolve("muster.yaml"));
    }

    @Test
    void anA2aAgentDescribesItselfAndHearsNothing() throws Exception {
        var done = init(url("/a2a"), "--no-run");

        assertThat(done.output()).contains("This is an Agent2Agent agent", "no message was needed");
        assertThat(done.code()).isZero();
        assertThat(written()).contains("protocol: a2a\n    url: " + url("/a2a"));
        assertThat(HEARD).isEmpty();
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
    @Tag("slow")
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
        assertThat(written()).contains("question: '${input}'", "session_id: '${conversation_id}'")
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
    void aPortThatIsNoneIsNamed() {
        var refused = init("http://127.0.0.1:99999/x");

        assertThat(refused.output()).contains("port 99999 is not between 1 and 65535").doesNotContain("bug");
        assertThat(refused.code()).isEqualTo(2);
    }

    @Test
    void whatIsThereIsNotTouched() throws Exception {
        Files.writeString(folder.resolve("muster.yaml"), "mine");

        assertThat(init(url("/own")).output()).contains("muster.yaml already exists");
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

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '^', value = {
        "200;text/html;<html><body>Welcome to the shop</body></html>;this is a web page",
        "200;application/json;{\"success\":false,\"error\":{\"message\":\"a field is missing\"}};is an error, not an agent's text",
        "200;application/json;{\"status\":\"error\",\"message\":\"unknown intent parameter\"};is an error, not an agent's text",
        "200;application/json;{\"code\":50001,\"msg\":\"invalid api key\",\"data\":null};is an error, not an agent's text",
        "200;application/json;{\"answer\":\"\",\"error_code\":\"RATE\",\"error_message\":\"Too many calls\"};is an error, not an agent's text",
        "200;application/json;{\"statusCode\":500,\"body\":\"Something went wrong here\"};is an error, not an agent's text",
        "200;application/json;{\"type\":\"exception\",\"text\":\"Null pointer in the handler\"};is an error, not an agent's text",
        "200;application/json;{\"result\":{\"type\":\"error\",\"text\":\"It went wrong\"}};is an error, not an agent's text",
        "200;application/json;{\"error\":\"quota exceeded\"};check its message, and try again",
        "200;application/json;{\"error\":\"field 'ask_me' is required\"};it probably does not accept this body",
        "200;application/json;{\"info\":{\"errorText\":\"It went wrong\"}};no agent's text was found",
        "200;application/json;{\"answer\":\"\",\"notice\":\"Please call us later\"};no agent's text was found",
        "202;application/json;{\"job_id\":\"j-123\",\"status\":\"queued\"};no agent's text was found",
        "200;text/event-stream;data: {\"text\":\"I\"}||data: {\"text\":\"I can\"}||data: {\"text\":\"I can help.\"}||;repeat the text so far",
        "200;text/event-stream;data: {\"text\":\"I \"}||data: {\"text\":\"can\"}||data: {\"text\":\"I can\"}||;repeat the text so far",
        "200;text/event-stream;event: delta|data: {\"text\":\"You\"}||event: error|data: {\"message\":\"boom\"}||;has an event 'error'",
        "200;text/event-stream;data: You||event: error|data: boom||;has an event 'error'",
        "200;image/png;PNG;is neither JSON nor text, but image/png",
        "200;application/x-protobuf;abc;is neither JSON nor text, but application/x-protobuf",
        "200;application/grpc-web+proto;^ ^;is empty",
        "200;text/plain;^ ^;is empty",
        "200;text/plain;error: {\"error\":{\"status\":\"INVALID_ARGUMENT\"}};is an error, not an agent's text",
        "200;text/plain;Internal Server Error;is an error, not an agent's text",
        "404;application/json;{};/any is answered with HTTP 404: is the path right?",
        "405;text/html;<h1>405</h1>;/any is answered with HTTP 405: is the path right?",
        "503;application/json;{\"error\":\"warming up\"};it can't answer now: try again",
        "500;text/plain;Traceback: KeyError 'x';the agent failed: HTTP 500",
        "401;text/plain;who are you?;give its key: --header"})
    void whatIsNoAgentsWordsWritesNothing(int status, String type, String body, String sentence) throws Exception {
        var done = initOf(status, type, body.replace("|", "\n"));

        assertThat(done.output()).contains(sentence, "nothing was written");
        assertThat(done.code()).isEqualTo(2);
        assertThat(folder).isEmptyDirectory();
    }

    @ParameterizedTest
    @Tag("slow")
    @CsvSource(delimiter = ';', quoteCharacter = '^', value = {
        "application/json;{\"meta\":{\"answer\":\"n/a\"},\"turns\":[{\"who\":\"user\",\"content\":[{\"kind\":\"words\",\"value\":\"(an echo)\"}]},{\"who\":\"bot\",\"content\":[{\"kind\":\"words\",\"value\":\"It was shipped.\"},{\"kind\":\"call\",\"fn\":\"find\"}]}]};$.turns[?(@.who=='bot')].content[?(@.kind=='words')].value;It was shipped.",
        "application/json;[{\"recipient_id\":\"x\",\"text\":\"Hi there.\"},{\"recipient_id\":\"x\",\"text\":\"I can help.\"}];$[*].text;Hi there.I can help.",
        "text/event-stream;data: {\"kind\":\"token\",\"payload\":{\"t\":\"I \"}}||data: {\"kind\":\"token\",\"payload\":{\"t\":\"can\"}}||data: {\"kind\":\"end\",\"payload\":{\"finish\":\"stop\"}}||;$.payload.t;I can",
        "text/event-stream;data: {\"delta\":\"I \"}||data: {\"delta\":\"can\"}||data: {\"text\":\"I can\"}||;$.delta;I can",
        "text/event-stream;data: \"I \"||data: \"can\"||;$;I can",
        "application/json;\"I can help\";$;I can help",
        "application/json;{\"code\":0,\"errmsg\":\"ok\",\"answer\":\"I can help\"};$.answer;I can help",
        "application/json;{\"status\":\"ok\",\"data\":{\"reply\":\"I can help\",\"lang\":\"en\"},\"error\":null};$.data.reply;I can help",
        "text/html;{\"reply\":\"I can help\"};$.reply;I can help"})
    void theAgentsWordsAreFoundAndShownAndRead(String type, String body, String path, String words) throws Exception {
        answer = exchange -> answer(exchange, 200, type, body.replace("|", "\n"));

        var done = init(url("/any"));

        assertThat(done.output()).contains("It answered: \"" + words + "\" (read at " + path + ")",
                "If this is not the agent's text", "Running it sends one to seven more messages", "Passed:  1");
        assertThat(HEARD).hasSize(2);
        var probe = Command.typeHere(home, Map.of(), "probe", "--config", folder.resolve("muster.yaml").toString());
        assertThat(probe.output()).contains("text        \"" + words + "\"");
    }

    @Tag("slow")
    @Test
    void aLiteralKeyIsWrittenAsAVariable() throws Exception {
        answer = exchange -> {
            boolean knows = "Bearer literal-key-1".equals(exchange.getRequestHeaders().getFirst("Authorization"))
                    || "api_key=literal-key-2".equals(exchange.getRequestURI().getQuery());
            answer(exchange, knows ? 200 : 401, "application/json", "{\"reply\": \"Hello to you\"}");
        };

        var header = init(url("/any"), "--header", "Authorization: Bearer literal-key-1");
        assertThat(header.output()).contains("Passed:  1", "set AGENT_KEY before the next run")
                .doesNotContain("literal-key");
        assertThat(written()).contains("Authorization: Bearer ${ENV.AGENT_KEY}").doesNotContain("literal-key");
        forget();
        var query = init(url("/any?api_key=literal-key-2"));
        assertThat(query.output()).contains("Passed:  1").doesNotContain("literal-key");
        assertThat(written()).contains("?api_key=${ENV.AGENT_KEY}").doesNotContain("literal-key");
        forget();
        assertThat(init(url("/any"), "--header", "Authorization: Bearer another-key").output())
                .contains("the key you gave was refused");
    }

    @Test
    void aBareAddressIsTriedAsAnOpenAiCompatibleServer() throws Exception {
        answer = exchange -> {
            boolean chats = exchange.getRequestURI().getPath().equals("/v1/chat/completions");
            answer(exchange, chats ? 200 : 404, "application/json",
                    chats ? "{\"choices\":[{\"message\":{\"content\":\"Hello to you\"}}]}" : "{}");
        };

        assertThat(init(bareUrl(), "--no-run").output()).contains("an OpenAI-compatible server", "Hello to you");
        assertThat(written()).contains("url: " + bareUrl() + "/v1\n");
    }

    @Test
    void modelsThatDoNotChatAreLeftOut() throws Exception {
        answer = exchange -> {
            boolean lists = exchange.getRequestURI().getPath().equals("/v1/models");
            boolean chats = exchange.getRequestURI().getPath().equals("/v1/chat/completions");
            answer(exchange, lists || chats ? 200 : 404, "application/json", lists
                    ? "{\"data\":[{\"id\":\"embed-1\"},{\"id\":\"chat-7b\"}]}"
                    : "{\"choices\":[{\"message\":{\"content\":\"Hello to you\"}}]}");
        };

        assertThat(init(bareUrl(), "--no-run").code()).isZero();
        assertThat(written()).contains("model: chat-7b", "embed-1, chat-7b");
        assertThat(HEARD).hasSize(1);
    }

    @Test
    void theOnlyPathThatAServerNamesIsUsed() throws Exception {
        answer = exchange -> {
            var path = exchange.getRequestURI().getPath();
            answer(exchange, path.equals("/openapi.json") || path.equals("/described") ? 200 : 404, "application/json",
                    path.equals("/openapi.json") ? SCHEMA : "{\"reply\": \"Hello to you\"}");
        };

        assertThat(init(bareUrl(), "--no-run").output()).contains("it serves POST /described", "Hello to you");
        assertThat(written()).contains(bareUrl() + "/described", "question: '${input}'");
        assertThat(HEARD).hasSize(1);
        forget();
        assertThat(init(bareUrl() + "/wrong", "--no-run").output())
                .contains("is the path right?", "muster init --url " + bareUrl() + "/described");
    }

    @Test
    void theWordsOfARefusalAreUsed() throws Exception {
        answer = exchange -> {
            boolean right = HEARD.getLast().startsWith("/any {\"ask_me\":") && HEARD.getLast().endsWith("\"}");
            answer(exchange, right ? 200 : 422, "application/json", right ? "{\"say\": \"Hello to you\"}"
                    : "{\"error\": \"exactly one field 'ask_me' is allowed\"}");
        };
        assertThat(init(url("/any"), "--no-run").output()).contains("the message reached no agent", "Hello to you");
        assertThat(written()).contains("ask_me: '${input}'").doesNotContain("prompt");
        forget();

        answer = exchange -> {
            boolean right = !HEARD.getLast().contains("\"input\"");
            answer(exchange, right ? 200 : 422, right ? "text/event-stream" : "application/json", right
                    ? "data: {\"type\":\"RUN_STARTED\"}\n\ndata: {\"type\":\"TEXT_MESSAGE_CONTENT\",\"delta\":\"Hello\"}\n\n"
                    : "{\"detail\":[{\"type\":\"extra_forbidden\",\"loc\":[\"body\",\"input\"],\"msg\":\"no\"}]}");
        };
        assertThat(init(url("/any"), "--no-run").output()).contains("This is an AG-UI agent", "Hello");
        forget();

        var refused = initOf(422, "application/json", "{\"error\": \"wrong\"}");
        assertThat(refused.output()).contains("put this into muster.yaml", "protocol: http", "# change this");
        assertThat(refused.code()).isEqualTo(2);
    }

    /** A server that forbids every member but those of an AG-UI input without the version. */
    @Test
    @Tag("slow")
    void aStrictAguiAgentIsNotToldTheVersion() throws Exception {
        var known = Set.of("threadId", "runId", "state", "messages", "tools", "context", "forwardedProps");
        answer = exchange -> {
            var sent = sent();
            var extra = sent.propertyNames().stream().filter(name -> !known.contains(name))
                    .map(name -> "{\"type\":\"extra_forbidden\",\"loc\":[\"body\",\"" + name + "\"]}").toList();
            var ids = "\"threadId\":" + sent.path("threadId") + ",\"runId\":" + sent.path("runId") + "}\n\n";
            answer(exchange, extra.isEmpty() ? 200 : 422, extra.isEmpty() ? "text/event-stream" : "application/json",
                    !extra.isEmpty() ? "{\"detail\":[" + String.join(",", extra) + "]}"
                            : "data: {\"type\":\"RUN_STARTED\"," + ids
                                    + "data: {\"type\":\"TEXT_MESSAGE_START\",\"messageId\":\"m\","
                                    + "\"role\":\"assistant\"}\n\n"
                                    + "data: {\"type\":\"TEXT_MESSAGE_CONTENT\",\"messageId\":\"m\","
                                    + "\"delta\":\"Hello\"}\n\n"
                                    + "data: {\"type\":\"TEXT_MESSAGE_END\",\"messageId\":\"m\"}\n\n"
                                    + "data: {\"type\":\"RUN_FINISHED\"," + ids);
        };

        assertThat(init(url("/any")).output()).contains("This is an AG-UI agent", "Passed:  1");
        assertThat(written()).contains("protocol_version: false");
    }

    /** Answers at these paths, given with their methods, and with 404 at any other. */
    private static void answering(String... pairs) {
        var bodies = new HashMap<String, String>();
        for (int at = 0; at < pairs.length; at += 2) {
            bodies.put(pairs[at], pairs[at + 1]);
        }
        answer = exchange -> {
            var body = bodies.get(exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath());
            answer(exchange, body == null ? 404 : 200, body != null && body.startsWith("data:") ? "text/event-stream"
                    : "application/json", body == null ? "{}" : body);
        };
    }

    @ParameterizedTest
    @Tag("slow")
    @CsvSource({"/v1", "''", "/v1/responses"})
    void aServerOfTheResponsesApi(String path) throws Exception {
        answering("GET /v1/models", "{\"object\":\"list\",\"data\":[{\"id\":\"gpt-9\"}]}", "POST /v1/responses",
                "{\"id\":\"r\",\"object\":\"response\",\"status\":\"completed\",\"output\":[{\"type\":\"reasoning\","
                        + "\"summary\":[]},{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"type\":"
                        + "\"output_text\",\"text\":\"I sell books.\"}]}]}");

        var done = init(bareUrl() + path);

        assertThat(done.output()).contains("a server of OpenAI's Responses API with the model gpt-9",
                "It answered: \"I sell books.\"", "Passed:  1");
        assertThat(written()).contains("protocol: openai\n    api: responses\n    url: " + bareUrl() + "/v1\n",
                "model: gpt-9");
        assertThat(HEARD.stream().filter(each -> each.startsWith("/v1/responses"))).hasSize(2);
    }

    @Test
    void aServerOfAnthropicsMessagesByItsModelsItsRefusalsOrItsWholePath() throws Exception {
        var message = "{\"id\":\"m\",\"type\":\"message\",\"role\":\"assistant\",\"stop_reason\":\"end_turn\","
                + "\"content\":[{\"type\":\"text\",\"text\":\"I sell books.\"}]}";
        answering("GET /v1/models", "{\"data\":[{\"type\":\"model\",\"id\":\"claude-9\"}],\"has_more\":false}",
                "POST /v1/messages", message);
        assertThat(init(bareUrl()).output()).contains("a server of Anthropic's Messages with the model claude-9",
                "I sell books.", "Passed:  1");
        assertThat(written()).contains("protocol: anthropic\n    url: " + bareUrl() + "/v1\n", "model: claude-9");
        assertThat(HEARD).as("one message, and one of the run").hasSize(2);
        assertThat(sent().path("max_tokens").asInt(0)).isPositive();
        forget();

        answering("POST /gate/messages", message);
        assertThat(init(bareUrl() + "/gate/messages").output()).contains("Anthropic's Messages", "I sell books.");
        assertThat(written()).contains("url: " + bareUrl() + "/gate/messages\n");
        forget();

        var refusal = "{\"type\":\"error\",\"error\":{\"type\":\"authentication_error\",\"message\":\"no key\"}}";
        answer = exchange -> answer(exchange, 401, "application/json", refusal);
        assertThat(init(bareUrl()).output()).contains("authentication_error", "give its key: --header");
        assertThat(HEARD).singleElement().asString().startsWith("/v1/messages ");
        assertThat(folder.resolve("muster.yaml")).doesNotExist();
    }

    @Test
    @Tag("slow")
    void aRouteOfTheVercelAiSdkByTheHeaderOfItsAnswer() throws Exception {
        answer = exchange -> {
            boolean isUi = sent().at("/messages/0/parts/0/text").isString();
            exchange.getResponseHeaders().add("x-vercel-ai-ui-message-stream", "v1");
            answer(exchange, isUi ? 200 : 500, "text/event-stream", "data: {\"type\":\"start\"}\n\n"
                    + "data: {\"type\":\"text-start\",\"id\":\"1\"}\n\ndata: {\"type\":\"text-delta\",\"id\":\"1\","
                    + "\"delta\":\"I sell books.\"}\n\ndata: {\"type\":\"text-end\",\"id\":\"1\"}\n\n"
                    + "data: {\"type\":\"finish\"}\n\ndata: [DONE]\n\n");
        };

        assertThat(init(url("/any")).output()).contains("This is a route of the Vercel AI SDK",
                "It answered: \"I sell books.\"", "Passed:  1");
        assertThat(written()).contains("protocol: http\n    preset: ai-sdk\n    url: " + url("/any"));
        assertThat(HEARD).hasSize(2);
        forget();
        answer = exchange -> {
            exchange.getResponseHeaders().add("x-vercel-ai-data-stream", "v1");
            answer(exchange, 200, "text/plain", """
                    f:{"messageId":"m"}
                    0:"I sell "
                    0:"books."
                    e:{"finishReason":"stop"}
                    d:{"finishReason":"stop"}
                    """);
        };
        assertThat(init(url("/any")).output()).contains("This is a route of the Vercel AI SDK 4",
                "It answered: \"I sell books.\"", "Passed:  1");
        assertThat(written()).contains("preset: ai-sdk");
    }

    @Test
    @Tag("slow")
    void aMessageWithoutPartsIsSentWhereTheyAreRefused() throws Exception {
        answer = exchange -> {
            boolean strict = !sent().at("/messages/0/parts").isMissingNode();
            answer(exchange, strict ? 422 : 200, "application/json", strict ? "{\"detail\":[{\"type\":"
                    + "\"extra_forbidden\",\"loc\":[\"body\",\"messages\",0,\"parts\"],\"msg\":\"not permitted\"}]}"
                    : "{\"reply\":\"I sell books.\"}");
        };

        assertThat(init(url("/any")).output()).contains("I sell books.", "Passed:  1");
    }

    @Test
    void aLanggraphServerNamesItsGraphsAndHearsNothing() throws Exception {
        answering("GET /ok", "{\"ok\":true}", "GET /info", "{\"version\":\"2.0.0\"}", "POST /assistants/search",
                "[{\"assistant_id\":\"a\",\"graph_id\":\"shop\"},{\"assistant_id\":\"b\",\"graph_id\":\"desk\"}]");

        var done = init(bareUrl(), "--no-run");

        assertThat(done.output()).contains("This is a LangGraph server with the graph shop", "no message was needed");
        assertThat(written()).contains("protocol: http\n    preset: langgraph\n    url: " + bareUrl() + "\n",
                "# It has these graphs: shop, desk", "assistant: shop\n");
        assertThat(HEARD).singleElement().asString().startsWith("/assistants/search ").doesNotContain("Hello");
        forget();
        answering("GET /ok", "{\"ok\":true}", "GET /info", "{}", "POST /assistants/search", "[]");
        assertThat(init(bareUrl(), "--no-run").output()).contains("has no graph", "assistant: NAME");
    }

    /** Speaks one era of MCP, and only to who speaks it right. */
    private static String mcp(HttpExchange exchange, boolean isNew) {
        var sent = sent();
        var headers = exchange.getRequestHeaders();
        boolean isMeant = isNew ? sent.at("/params/_meta").has("io.modelcontextprotocol/protocolVersion")
                && "2026-07-28".equals(headers.getFirst("MCP-Protocol-Version"))
                && sent.path("method").asString("").equals(headers.getFirst("Mcp-Method"))
                : sent.path("method").asString("").equals("initialize")
                        || "s-1".equals(headers.getFirst("Mcp-Session-Id"));
        var result = !isMeant ? null : switch (sent.path("method").asString("")) {
            case "server/discover" ->
                isNew ? "{\"supportedVersions\":[\"2026-07-28\"],\"resultType\":\"complete\"}" : null;
            case "initialize" -> isNew ? null : "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{}}";
            case "tools/list" -> "{\"tools\":[{\"name\":\"find_book\"},{\"name\":\"sell_book\"}]}";
            default -> null;
        };
        exchange.getResponseHeaders().add("Mcp-Session-Id", "s-1");
        return "{\"jsonrpc\":\"2.0\",\"id\":" + (sent.has("id") ? sent.path("id") : "null") + (result == null
                ? ",\"error\":{\"code\":-32600,\"message\":\"no\"}}" : ",\"result\":" + result + "}");
    }

    @ParameterizedTest
    @CsvSource({"true,/mcp", "false,/mcp", "true,/any", "false,/any", "true,''"})
    void anMcpServerOfEitherEraListsItsToolsAndHearsNoMessage(boolean isNew, String path) throws Exception {
        answer = exchange -> {
            boolean isThere = exchange.getRequestMethod().equals("POST")
                    && exchange.getRequestURI().getPath().equals(path.isEmpty() ? "/mcp" : path);
            var body = isThere ? mcp(exchange, isNew) : "{}";
            boolean streams = body.contains("\"result\"") && !isNew;
            answer(exchange, !isThere ? 404 : body.contains("\"error\"") ? 400 : 200,
                    streams ? "text/event-stream" : "application/json", streams
                            ? "event: message\ndata: " + body + "\n\n" : body);
        };

        var done = init(bareUrl() + path, "--no-run");

        assertThat(done.output()).contains("This is an MCP server with 2 tools", "no message was needed",
                "find_book, sell_book");
        assertThat(written()).contains("protocol: mcp\n    url: " + bareUrl() + (path.isEmpty() ? "/mcp" : path));
        assertThat(Files.readString(folder.resolve("tests/first.yaml"))).contains("input: list",
                "value: \"find_book\"");
    }

    @Test
    void whatSpeaksJsonRpcAndIsNoMcpServerIsNamed() throws Exception {
        var done = initOf(200, "application/json", "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,"
                + "\"message\":\"Invalid Request\"}}");

        assertThat(done.output()).contains("speaks JSON-RPC, but is no MCP server", "the address of its card");
        assertThat(folder).isEmptyDirectory();
        answer = exchange -> answer(exchange, 401, "application/json", "{}");
        assertThat(init(bareUrl() + "/mcp").output()).contains("HTTP 401", "give its key: --header");
    }

    /** Names that would be YAML, a comment's end, a reference to a variable or a signal to a terminal. */
    private static List<String> hostile(Path touched) {
        return List.of("x\n    helper: true\n  pwn:\n    protocol: command\n    command: [sh, -c, \"touch " + touched
                + "; echo hi\"]\n  zzz:\n    protocol: openai\n    helper: true\n    url: http://h/v1\n    #",
                "\"\n  hooks: {before: \"touch " + touched + "\"}\n#", "a: &b [c] # d", "ANSWER", "*all", "- yes",
                "${ENV.BOT_KEY}", "red\u001b[31m", "back\u202ewards");
    }

    private static String json(Object value) {
        return Json.MAPPER.writeValueAsString(value);
    }

    @Test
    @Tag("slow")
    void noTextOfAFaultBecomesYamlOrReachesTheTerminalRaw() throws Exception {
        noTextOfAServerBecomesYamlOrReachesTheTerminalRaw("loc");
    }

    /** A server names a model, a graph, a tool, a member or a path. */
    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"model", "graph", "tool", "property", "loc", "member", "answer"})
    void noTextOfAServerBecomesYamlOrReachesTheTerminalRaw(String kind) throws Exception {
        var touched = home.resolve("touched");
        for (var name : hostile(touched)) {
            forget();
            switch (kind) {
                case "model" -> answering("GET /v1/models", "{\"data\":[{\"id\":" + json(name) + "},{\"id\":" + json(
                        name + "2") + "}]}", "POST /v1/chat/completions", "{\"choices\":[{\"message\":{\"content\":"
                                + json(name) + "}}]}");
                case "graph" -> answering("GET /ok", "{\"ok\":true}", "GET /info", "{}", "POST /assistants/search",
                        "[{\"graph_id\":" + json(name) + "},{\"graph_id\":" + json(name + "2") + "}]");
                case "tool" ->
                    answer = exchange -> answer(exchange, 200, "application/json", mcp(exchange, true).replace(
                            "\"find_book\"", json(name)));
                case "property" -> answering("GET /openapi.json", "{\"paths\":{\"/mcp\":{\"post\":{\"requestBody\":"
                        + "{\"content\":{\"application/json\":{\"schema\":{\"properties\":{" + json(name)
                        + ":{\"type\":\"string\"},\"user\":{}}}}}}}}}}", "POST /mcp", "{\"reply\":\"Hello to you\"}");
                case "loc" -> answer = exchange -> {
                    boolean first = HEARD.size() < 2;
                    answer(exchange, first ? 422 : 200, "application/json",
                            first ? "{\"detail\":[{\"type\":\"missing\","
                                    + "\"loc\":[\"body\"," + json(name) + "]}]}" : "{\"reply\":\"Hello to you\"}");
                };
                case "member" -> answer = exchange -> answer(exchange, 200, "application/json", "{" + json(name)
                        + ":\"Hello to you\",\"o" + json(name).substring(1) + ":\"And to you all\"}");
                default -> answer = exchange -> answer(exchange, 200, "text/plain", "Hello\n" + name);
            }

            var done = init(bareUrl() + switch (kind) {
                case "model", "graph" -> "";
                case "loc", "member", "answer" -> "/any";
                default -> "/mcp";
            });

            assertThat(touched).as(name).doesNotExist();
            assertThat(done.output()).as(name).doesNotContain("\u001b[31m", "\u202e", "topsecret1", "bug of Muster");
            assertThat(HEARD).as(name).noneMatch(sent -> sent.contains("topsecret1"));
            if (Files.exists(folder.resolve("muster.yaml"))) {
                assertThat(done.output()).contains("Running it sends one");
                var project = Command.typeHere(home, Map.of("BOT_KEY", "topsecret1"), "validate", "--strict", folder
                        .resolve("muster.yaml").toString(), folder.resolve("tests/first.yaml").toString());
                assertThat(project.output()).as(name + written()).contains("1 case read, 0 faults");
                assertThat(written().lines().filter(line -> line.matches(" {2}\\S.*"))).as(name)
                        .first().asString().startsWith("  agent: #");
            }
        }
    }

    @Test
    void aPathOfAServerIsNoHostAndNoShellCommand() throws Exception {
        answer = exchange -> answer(exchange, exchange.getRequestURI().getPath().equals("/openapi.json") ? 200 : 404,
                "application/json", SCHEMA.replace("/described", ".evil.invalid/chat"));
        assertThat(init(bareUrl()).output()).contains("is the path right?").doesNotContain("evil");
        answer = exchange -> answer(exchange, exchange.getRequestURI().getPath().equals("/openapi.json") ? 200 : 404,
                "application/json", SCHEMA.replace("/described", "/a;touch$IFS/tmp/x"));
        assertThat(init(bareUrl()).output()).contains("is the path right?").doesNotContain("touch");
        answer = exchange -> {
            exchange.getResponseHeaders().add("Location", "http://127.0.0.1:9/$(touch'x')");
            answer(exchange, 307, "text/plain", "moved");
        };
        assertThat(init(url("/any")).output()).contains("muster init --url 'http://127.0.0.1:9/$(touch%27x%27)'");
    }

    @ParameterizedTest
    @CsvSource({"X-Key,10", "X-Key,8203", "X-Key,8217", "Host,32"})
    void aHeaderThatCannotBeSentIsNamedWithoutItsValue(String name, int last) {
        HEARD.clear();

        var done = Command.typeHere(home, Map.of("KEY", "topsecret1" + Character.toString(last)), "init", "--url",
                url("/own"), folder.toString(), "--header", name + ": ${ENV.KEY}");

        assertThat(done.output()).contains("the header '" + name + "' can't be sent", "nothing was written")
                .doesNotContain("topsecret1", "bug of Muster");
        assertThat(done.code()).isEqualTo(2);
        assertThat(HEARD).isEmpty();
    }

    @Test
    void aRefusalOfManyLettersAndAMemberWithoutANameCostNothing() throws Exception {
        var letters = "a".repeat(400_000);
        assertThat(Assertions.assertTimeout(Duration.ofSeconds(10), () -> initOf(422, "application/json",
                "{\"error\":\"" + letters + "\"}")).output()).contains("it does not accept this body");
        assertThat(initOf(422, "application/json", "{\"error\":\"'..' is required\"}").output())
                .contains("it does not accept this body");
        assertThat(initOf(422, "application/json", "{\"detail\":[{\"type\":\"missing\",\"loc\":[\"body\",\".\"]}]}")
                .output()).contains("it does not accept this body");
    }

    @Test
    void theExampleInARefusalIsTried() throws Exception {
        var example = "{\"error\":\"invalid body\",\"example\":{\"request\":{\"question\":\"Where is it?\","
                + "\"options\":{\"top_k\":3,\"key\":\"${ENV.HOME}\"}},\"session_id\":\"abc\"}}";
        answer = exchange -> {
            boolean right = sent().at("/request/question").isString()
                    && sent().at("/request/options/top_k").asInt() == 3
                    && sent().path("session_id").isString();
            answer(exchange, right ? 200 : 422, "application/json", right ? "{\"reply\":\"Hello to you\"}" : example);
        };

        assertThat(init(url("/any")).output()).contains("Hello to you", "Passed:  1");
        assertThat(written())
                .contains("question: '${input}'", "top_k: 3", "session_id: '${conversation_id}'", "agent: #")
                .doesNotContain("HOME");
    }

    @Test
    void theSkeletonHasTheExampleOfARefusal() throws Exception {
        var refused = initOf(422, "application/json", "{\"error\":\"no\",\"example\":{\"request\":{\"question\":"
                + "\"Where is it?\"}}}");

        assertThat(refused.output()).contains("agents:\n  agent:", "request:\n        question: '${input}'");
    }

    @Test
    void anObjectThatARefusalWantsIsSent() throws Exception {
        answer = exchange -> {
            var request = sent().path("request");
            boolean right = request.path("ask").isString();
            answer(exchange, right ? 200 : 422, "application/json", right ? "{\"reply\":\"Hello to you\"}"
                    : request.isString() ? "{\"detail\":[{\"type\":\"model_attributes_type\",\"loc\":[\"body\","
                            + "\"request\"],\"msg\":\"Input should be a valid dictionary or object\"}]}"
                            : "{\"errors\":[{\"path\":[\"request\"" + (request.isObject() ? ",\"ask\"" : "")
                                    + "],\"message\":\"Required\"}]}");
        };

        assertThat(init(url("/any")).output()).contains("Hello to you", "Passed:  1");
        assertThat(written()).contains("ask: '${input}'").doesNotContain("query");
        assertThat(Command.typeHere(home, Map.of(), "runs", "--all").output().lines().filter(line -> line.contains(
                folder.toString()))).as("refused tries are no runs").hasSizeLessThanOrEqualTo(1);
    }

    private static JsonNode sent() {
        return Json.MAPPER.readTree(HEARD.getLast().substring(HEARD.getLast().indexOf('{')));
    }

    @ParameterizedTest
    @Tag("slow")
    @CsvSource(delimiter = ';', quoteCharacter = '^', value = {
        "text,a;'%s' is required",
        "text,b,c;{\"error\":\"%s: Field required\"}",
        "text,max_tokens;{\"type\":\"error\",\"error\":{\"message\":\"%s: Field required\"}}",
        "ask.text,session_id;{\"error\":\"%s is required\"}",
        "input.text;{\"error\":\"%s is required\"}",
        "text,a;{\"detail\":[{\"type\":\"missing\",\"loc\":[\"body\",\"%s\"],\"msg\":\"Field required\"}]}"})
    void theMembersThatRefusalsNameOneByOneAreCollected(String members, String refusal) throws Exception {
        var needed = List.of(members.split(","));
        answer = exchange -> {
            var sent = sent();
            var missing = needed.stream().filter(name -> sent.at("/" + name.replace('.', '/')).isMissingNode())
                    .findFirst();
            answer(exchange, missing.isPresent() ? 400 : 200, "application/json", missing.map(refusal::formatted)
                    .orElse("{\"reply\":\"Hello to you\"}"));
        };

        assertThat(init(url("/any")).output()).contains("Hello to you", "Passed:  1");
        assertThat(HEARD.subList(0, HEARD.size() - 1)).doesNotHaveDuplicates();
    }

    @Test
    void whatIsPrintedHasTheMemberThatIsNeededAndClaimsNothing() throws Exception {
        var refused = initOf(400, "application/json", "{\"error\":\"max_tokens: Field required\"}");

        assertThat(refused.output()).contains("max_tokens: 1024").doesNotContain("It took one of these");
        assertThat(HEARD).hasSize(2);
        assertThat(initOf(400, "application/json", "{\"error\":\"input.text is required\"}").output())
                .contains("input:\n        text: '${input}'");
        assertThat(initOf(200, "application/json", "{\"error\":\"quota exceeded\"}").output())
                .doesNotContain("it probably does not accept");
    }

    @Tag("slow")
    @Test
    void aStreamThatDoesNotEndIsNotTakenForAWhole() throws Exception {
        var over = new CountDownLatch(1);
        answer = exchange -> {
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("data: {\"text\":\"I can\"}\n\n".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        var endless = init(url("/any"), "--timeout", "1500ms");
        over.countDown();

        assertThat(endless.output()).contains("did not end in time", "I can", "--timeout", "put this into muster.yaml");
        assertThat(endless.code()).isEqualTo(2);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    @Tag("slow")
    void anInterfaceOfItsOwnBelowV1IsFound() throws Exception {
        answer = exchange -> {
            boolean isIt = exchange.getRequestURI().getPath().equals("/v1");
            answer(exchange, isIt ? 200 : 404, "application/json", isIt ? "{\"reply\":\"Hello to you\"}" : "{}");
        };

        assertThat(init(bareUrl() + "/v1").output()).contains("This is an HTTP endpoint", "Passed:  1");
        assertThat(written()).contains("url: " + bareUrl() + "/v1\n");
        forget();
        answer = exchange -> answer(exchange, 404, "application/json", "{}");
        assertThat(init(bareUrl() + "/v1").output()).contains("is the path right?");
        assertThat(HEARD).as("no agent has heard any").hasSize(4);
    }

    @Test
    void theQueryOfAnOpenAiCompatibleAddressStaysBehindThePath() throws Exception {
        answer = exchange -> {
            boolean isIt = exchange.getRequestURI().toString().equals("/v1/chat/completions?api-version=3");
            answer(exchange, isIt ? 200 : 404, "application/json",
                    isIt ? "{\"choices\":[{\"message\":{\"content\":\"Hello to you\"}}]}" : "{}");
        };

        assertThat(init(bareUrl() + "/v1?api-version=3").output()).contains("an OpenAI-compatible", "Passed:  1");
    }

    @Test
    void aPasswordInAnAddressIsRefusedAndNotRepeated() {
        var done = init("http://me:topsecret@127.0.0.1:9/chat");

        assertThat(done.code()).isEqualTo(2);
        assertThat(done.output()).contains("a password in it", "--header 'Authorization: Basic")
                .doesNotContain("topsecret");
    }

    @Tag("slow")
    @Test
    void aRedirectAHangAndAWebSocketAreNamed() throws Exception {
        answer = exchange -> {
            exchange.getResponseHeaders().add("Location", "http://127.0.0.1:9/echo");
            answer(exchange, 307, "text/plain", "moved");
        };
        assertThat(init(url("/any")).output()).contains("muster init --url http://127.0.0.1:9/echo");
        var never = new CountDownLatch(1);
        answer = exchange -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        var hung = init(url("/any"), "--timeout", "1500ms");
        never.countDown();
        assertThat(hung.output()).contains("waiting up to 1.5s for", "did not answer", "--timeout gives it more");
        assertThat(init("ws://127.0.0.1:9/chat").output()).contains("init does not try WebSockets");
        assertThat(init("https://127.0.0.1:" + server.getAddress().getPort() + "/any").output())
                .contains("try http://");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void anAddressInPlaceOfAFolderIsRefused() {
        var done = Command.typeHere(home, Map.of(), "init", "http://127.0.0.1:9/x");

        assertThat(done.output()).contains("did you mean --url?");
        assertThat(Path.of("http:")).doesNotExist();
    }

    @Test
    @Tag("slow")
    void theDemosShopTakesAMessageWithoutASession() throws Exception {
        try (var demo = dev.muster.cli.demo.DemoAgents.start(0)) {
            var done = init(demo.shopUrl());

            assertThat(done.output()).contains("(read at $.reply)", "Passed:  1");
        }
    }

    @Test
    @Tag("slow")
    void theSuiteThatInitWritesPassesAgainstTheAgentThatItNames() throws Exception {
        assertThat(Command.typeHere(home, Map.of(), "init", folder.toString()).code()).isZero();
        try (var demo = dev.muster.cli.demo.DemoAgents.start(0)) {
            var config = folder.resolve("muster.yaml");
            Files.writeString(config, Files.readString(config).replace("http://127.0.0.1:7171", demo.baseUrl()));

            var done = Command.typeHere(home, Map.of(), "run", "--config", config.toString(), "-i",
                    folder.resolve("tests/first.yaml").toString());

            assertThat(done.output()).contains("Passed:  2");
            assertThat(done.code()).isZero();
        }
    }

    @Test
    void aProbeNamesEveryPlaceOfAList() throws Exception {
        var numbers = IntStream.range(0, 60).mapToObj(n -> "\"n" + n + "\": " + n).collect(Collectors.joining(", "));
        answer = exchange -> answer(exchange, 200, "application/json", "{\"counts\": {" + numbers
                + "}, \"data\": {\"turns\": [{\"who\": \"user\", \"say\": \"Where is it?\"}, {\"who\": \"bot\", \"say\":"
                + " \"It was shipped.\"}]}}");
        var probe = probe("{ text: $.data }", "");

        assertThat(probe.output()).contains("$.data.turns[?(@.who=='bot')].say", "\"It was shipped.\"", "and 24 more",
                "an object: it becomes JSON text");
    }

    @Test
    void aProbeReadsTheSessionsAnswerByItsOwnPath() throws Exception {
        answer = exchange -> answer(exchange, 200, "application/json", "{\"session\": {\"key\": \"s-1\"}}");
        var session = "session: { request: { url: \"" + url("/any") + "\" }, id: $.session.number }";

        var probe = probe("{ text: $.reply }", session);

        assertThat(probe.output()).contains("session.id  $.session.number  nothing", "$.session.key", "was not sent")
                .doesNotContain("  text  ");
    }

    @Tag("slow")
    @Test
    void aProbeOfAFunctionShowsItsDocument() throws Exception {
        Files.createDirectories(folder.resolve("scripts"));
        Files.writeString(folder.resolve("scripts/bot.js"),
                "export function reply({ input }) { return { text: input }; }");
        Files.writeString(folder.resolve("muster.yaml"),
                "agents: { bot: { protocol: script, use: 'scripts:bot.reply' } }");

        var probe = Command.typeHere(home, Map.of(), "probe", "--config", folder.resolve("muster.yaml").toString());

        assertThat(probe.output()).contains("Document to scripts:bot.reply", "\"input\":\"Hello\"",
                "{\"text\":\"Hello\"}");
        Files.writeString(folder.resolve("scripts/bot.js"), "export function reply({ input }) { return [input]; }");
        assertThat(Command.typeHere(home, Map.of(), "probe", "--config", folder.resolve("muster.yaml").toString())
                .output().replaceAll("\\s+", " ")).contains("has to be an object with 'text', or plain text, not [");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '^', value = {
        "{\"text\": \"Hi\"};{\"text\":\"Hi\"};Muster reads text \"Hi\"",
        "Loading\\n{\"text\": \"Hi\"};Loading {\"text\": \"Hi\"};other lines beside it",
        "{\"content\": \"Hi\"};{\"content\":\"Hi\"};the answer has 'content'"})
    void aProbeOfAProgramShowsAllThatItPrinted(String printed, String shown, String read) throws Exception {
        Files.writeString(folder.resolve("agent.sh"),
                "printf 'one\\ntwo\\n' >&2; printf '" + printed + "'");
        Files.writeString(folder.resolve("muster.yaml"),
                "agents: { bot: { protocol: command, command: [/bin/sh, agent.sh] } }");

        var probe = Command.typeHere(home, Map.of(), "probe", "--config", folder.resolve("muster.yaml").toString());

        assertThat(probe.output().replaceAll("\\s+", " ")).contains("Answer stderr: one stderr: two ", shown, read)
                .doesNotContain("(no answer)");
    }

    private Command probe(String response, String more) throws IOException {
        Files.writeString(folder.resolve("muster.yaml"), """
                agents:
                  bot:
                    protocol: http
                    url: %s
                    %s
                    body: { question: "${input}" }
                    response: %s
                """.formatted(url("/any"), more, response));
        return Command.typeHere(home, Map.of(), "probe", "--config", folder.resolve("muster.yaml").toString());
    }
}
