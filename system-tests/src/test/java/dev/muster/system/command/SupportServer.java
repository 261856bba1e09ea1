package dev.muster.system.command;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.common.json.Json;
import tools.jackson.databind.JsonNode;

/** The servers that the files of {@code docs/targets} call: they repeat what they were asked in the conversation. */
final class SupportServer implements AutoCloseable {

    static final String CLIENT = "bot-client-id";
    static final String SECRET = "bot-client-secret";

    static final String TOKEN = "a-token-for-an-hour";

    private final Map<String, List<String>> asked = new ConcurrentHashMap<>();
    private final Set<String> sessions = ConcurrentHashMap.newKeySet();
    private final AtomicInteger tokens = new AtomicInteger();
    private final HttpServer server;

    private SupportServer(HttpServer server) {
        this.server = server;
    }

    static SupportServer start() throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var support = new SupportServer(server);
        server.createContext("/api/chat", support::chat);
        server.createContext("/api/members/chat", support::members);
        server.createContext("/wrapped/api/chat", support::wrapped);
        server.createContext("/ask", support::form);
        server.createContext("/api/stream", support::words);
        server.createContext("/token", support::token);
        server.createContext("/api/sessions", support::sessions);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        return support;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Returns how many tokens were fetched. */
    int tokens() {
        return tokens.get();
    }

    /** Returns the ids of all sessions that were used. */
    Set<String> usedSessions() {
        return Set.copyOf(sessions);
    }

    /** Returns all that was asked in a conversation. */
    static String reply(Map<String, List<String>> conversations, String id, String text) {
        var asked = conversations.computeIfAbsent(id, _ -> new CopyOnWriteArrayList<>());
        asked.add(text);
        return "You wrote " + asked + ".";
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void chat(HttpExchange exchange) throws IOException {
        var body = body(exchange);
        var answer = Json.MAPPER.createObjectNode().put("reply", reply(asked, body.path("user").asString(""),
                body.path("message").stringValue()));
        answer(exchange, 200, "application/json", answer.toString());
    }

    /** Takes the form of a web page. */
    private void form(HttpExchange exchange) throws IOException {
        var fields = new HashMap<String, String>();
        for (var field : new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8).split("&", -1)) {
            int equals = field.indexOf('=');
            fields.put(field.substring(0, equals), URLDecoder.decode(field.substring(equals + 1),
                    StandardCharsets.UTF_8));
        }
        var isForm = "application/x-www-form-urlencoded".equals(exchange.getRequestHeaders().getFirst("Content-Type"));
        var answer = Json.MAPPER.createObjectNode().put("reply", reply(asked, fields.getOrDefault("user", ""),
                fields.getOrDefault("message", "")));
        answer(exchange, isForm ? 200 : 415, "application/json", answer.toString());
    }

    /** Answers with events of text. */
    private void words(HttpExchange exchange) throws IOException {
        var body = body(exchange);
        var events = new StringBuilder();
        for (var piece : reply(asked, body.path("user").asString(""), body.path("message").stringValue())
                .splitWithDelimiters(" ", 0)) {
            event(events, piece);
        }
        event(events, "[DONE]");
        answer(exchange, 200, "text/event-stream", events.toString());
    }

    private void members(HttpExchange exchange) throws IOException {
        if (("Bearer " + TOKEN).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            chat(exchange);
        } else {
            answer(exchange, 401, "application/json", "{\"error\": \"no token\"}");
        }
    }

    private void wrapped(HttpExchange exchange) throws IOException {
        body(exchange);
        answer(exchange, 200, "application/json", """
                {"result": {"reply": "Order 4711 was shipped.", "language": "en"}, "tokens": {"in": 12, "out": 5}}""");
    }

    private void token(HttpExchange exchange) throws IOException {
        var form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        var login = Base64.getEncoder().encodeToString((CLIENT + ":" + SECRET).getBytes(StandardCharsets.UTF_8));
        if (!("Basic " + login).equals(exchange.getRequestHeaders().getFirst("Authorization"))
                || !Set.of(form.split("&", -1)).equals(Set.of("grant_type=client_credentials", "scope=chat"))) {
            answer(exchange, 401, "application/json", "{\"error\": \"invalid_client\"}");
            return;
        }
        tokens.incrementAndGet();
        answer(exchange, 200, "application/json", "{\"access_token\": \"" + TOKEN + "\", \"expires_in\": 3600}");
    }

    private void sessions(HttpExchange exchange) throws IOException {
        var body = body(exchange);
        var path = exchange.getRequestURI().getPath();
        if (!("Bearer " + TOKEN).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            answer(exchange, 401, "application/json", "{\"error\": \"no token\"}");
        } else if (path.equals("/api/sessions")) {
            answer(exchange, 200, "application/json", "{\"session\": {\"key\": \"" + UUID.randomUUID() + "\"}}");
        } else {
            message(exchange, path.split("/", -1)[3], body);
        }
    }

    private void message(HttpExchange exchange, String session, JsonNode body) throws IOException {
        int turn = asked.getOrDefault(session, List.of()).size();
        if (turn == 0 ? body.has("cursor") : body.path("cursor").asInt(0) != turn) {
            answer(exchange, 409, "application/json", "{\"error\": {\"message\": \"the cursor is of another turn\"}}");
            return;
        }
        var text = body.path("text").stringValue();
        var secrets = session + " " + exchange.getRequestHeaders().getFirst("Authorization");
        sessions.add(session);
        if (text.startsWith("Fail")) {
            answer(exchange, 200, "application/json", "{\"error\": {\"message\": \"" + secrets + " expired\"}}");
            return;
        }
        var events = new StringBuilder();
        for (var piece : (reply(asked, session, text) + (text.startsWith("Repeat") ? secrets : ""))
                .splitWithDelimiters(" ", 0)) {
            event(events, "{\"delta\": {\"text\": " + Json.MAPPER.writeValueAsString(piece) + "}}");
        }
        event(events, "{\"steps\": [{\"kind\": \"thought\"}, {\"kind\": \"tool\", \"id\": \"t1\","
                + " \"tool\": \"find_order\", \"input\": {\"order\": 4711}}]}");
        event(events, "{\"steps\": [{\"kind\": \"tool\", \"id\": \"t1\", \"output\": {\"status\": \"shipped\"}}]}");
        event(events, "{\"usage\": {\"in\": 40, \"out\": 20}, \"next_cursor\": " + (turn + 1) + "}");
        event(events, "[DONE]");
        answer(exchange, 200, "text/event-stream", events.toString());
    }

    private static void event(StringBuilder events, String data) {
        events.append("data: ").append(data).append("\n\n");
    }

    private static JsonNode body(HttpExchange exchange) throws IOException {
        return Json.MAPPER.readTree(exchange.getRequestBody().readAllBytes());
    }

    private static void answer(HttpExchange exchange, int status, String type, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.getResponseHeaders().add("Content-Type", type);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }
}
