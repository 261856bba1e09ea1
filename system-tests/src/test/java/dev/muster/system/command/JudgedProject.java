package dev.muster.system.command;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.cli.embedded.EmbeddedDatabase;
import dev.muster.common.json.Json;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import tools.jackson.databind.JsonNode;

/** A project whose shop echoes, whose judges are models over HTTP, and whose database is a real PostgreSQL. */
final class JudgedProject implements AutoCloseable {

    private static final String READER = "reader";

    private final HttpServer server;
    private final EmbeddedDatabase database;
    private final AtomicInteger samples = new AtomicInteger();

    JudgedProject(Path home, Path project) throws IOException, SQLException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        database = EmbeddedDatabase.open(home);
        createOrders();
        Files.writeString(project.resolve("muster.yaml"), """
                agents:
                  shop: { protocol: openai, url: "%1$s/shop" }
                  critic: { protocol: openai, url: "%1$s/critic", helper: true }
                connectors:
                  gpt: { url: "%1$s/judge", model: judge-1, headers: { Authorization: "Bearer ${ENV.JUDGE_KEY}" } }
                databases:
                  crm: { url: "%2$s", user: %3$s, password: "${ENV.CRM_PASSWORD}" }
                retry: { max_attempts: 1, initial_delay: 1ms, max_wait: 1s }
                """.formatted("http://127.0.0.1:" + server.getAddress().getPort(), crm(), READER));
    }

    private void createOrders() throws SQLException {
        try (var connection = connect(database.url()); var statement = connection.createStatement()) {
            statement.execute("create database crm");
        }
        try (var connection = connect(); var statement = connection.createStatement()) {
            statement.execute("create role " + READER + " login password '" + password() + "'");
            statement.execute("grant pg_read_all_data, pg_write_all_data to " + READER);
            statement.execute("create table orders (id uuid primary key, total numeric, paid boolean, note jsonb)");
            statement.execute("insert into orders values ('11111111-1111-1111-1111-111111111111', 42.50, true, "
                    + "'{\"to\": \"Zoë\"}')");
        }
    }

    /** Returns the environment of a worker. */
    Map<String, String> environment() {
        return Map.of("JUDGE_KEY", "key-of-the-judge", "CRM_PASSWORD", password());
    }

    String password() {
        return "password-of-the-reader";
    }

    String owner() {
        return database.user();
    }

    String ownersPassword() {
        return database.password();
    }

    private String crm() {
        return "jdbc:postgresql://127.0.0.1:" + database.port() + "/crm";
    }

    /** Connects to the database of the orders. */
    Connection connect() throws SQLException {
        return connect(crm());
    }

    private Connection connect(String url) throws SQLException {
        return DriverManager.getConnection(url, database.user(), database.password());
    }

    @Override
    public void close() {
        server.stop(0);
        database.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        var body = Json.MAPPER.readTree(exchange.getRequestBody().readAllBytes());
        var said = body.get("messages");
        var last = said.get(said.size() - 1).get("content").stringValue();
        var message = Json.MAPPER.createObjectNode().put("role", "assistant").put("content",
                text(exchange, body, last));
        var choice = Json.MAPPER.createObjectNode().put("finish_reason", "stop").set("message", message);
        var bytes = Json.MAPPER.createObjectNode().set("choices", Json.MAPPER.createArrayNode().add(choice)).toString()
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private String text(HttpExchange exchange, JsonNode body, String last) {
        return switch (Path.of(exchange.getRequestURI().getPath()).getName(0).toString()) {
            case "judge" -> judged(exchange, body, last);
            case "critic" -> criticized(last);
            default -> last;
        };
    }

    /** Finds criteria that contain {@code polite} unmet when the shop was asked for {@code rude}. */
    private static String judged(HttpExchange exchange, JsonNode body, String document) {
        boolean asked = "judge-1".equals(body.path("model").asString())
                && "Bearer key-of-the-judge".equals(exchange.getRequestHeaders().getFirst("Authorization"))
                && body.path("temperature").isNumber();
        if (document.startsWith("<<<CRITERIA ")) {
            return "{\"reason\": \"so it is\", \"passed\": " + (body.path("model").asString().equals("judge-1")
                    && body.path("response_format").has("json_schema") && !document.contains("rude"))
                    + ", \"score\": 1}";
        }
        var told = Json.MAPPER.readTree(document);
        var criteria = Json.MAPPER.createArrayNode();
        told.path("criteria").forEach(criterion -> criteria.addObject()
                .put("met", asked && !told.path("output").asString().contains("rude")).put("reason", "so it is"));
        return Json.MAPPER.createObjectNode().set("criteria", criteria).toString();
    }

    /** One of three samples finds what the others do not. */
    private String criticized(String document) {
        boolean harsh = samples.incrementAndGet() % 3 == 2;
        return Json.MAPPER.createObjectNode().put("passed", !harsh).put("score", harsh ? 0.25 : 0.75)
                .put("reason", document.contains("brief") ? "it is brief" : "nobody said by what to judge").toString();
    }
}
