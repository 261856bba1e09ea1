package dev.muster.system.command;

import module java.base;
import dev.muster.cli.embedded.EmbeddedDatabase;
import dev.muster.cli.testing.ScriptedModel;
import dev.muster.cli.testing.ScriptedModel.Answer;
import dev.muster.cli.testing.ScriptedModel.Call;
import dev.muster.common.json.Json;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A project whose shop echoes, whose judges are models over HTTP, and whose database is a real PostgreSQL. */
final class JudgedProject implements AutoCloseable {

    private static final String READER = "reader";

    private final ScriptedModel model = ScriptedModel.start();
    private final EmbeddedDatabase database;
    private final AtomicInteger samples = new AtomicInteger();

    JudgedProject(Path home, Path project) throws IOException, SQLException {
        model.on("/shop", call -> Answer.text(call.newest())).on("/judge", call -> Answer.text(judged(call)))
                .on("/critic", call -> Answer.text(criticized(call.newest())));
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
                """.formatted(model.url(), crm(), READER));
    }

    private void createOrders() throws SQLException {
        try (var connection = connect(database.url()); var statement = connection.createStatement()) {
            statement.execute("create database crm");
        }
        try (var connection = connect(); var statement = connection.createStatement()) {
            statement.execute("create role " + READER + " login password '" + password() + "'");
            statement.execute("grant pg_read_all_data to " + READER);
            statement.execute("create table orders (id uuid primary key, total numeric, paid boolean, note jsonb)");
            statement.execute("create view watched as select id, pg_notify('a', 'b')::text from orders");
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

    /** Connects to it as another user with the reader's password. */
    Connection connectAs(String user) throws SQLException {
        return DriverManager.getConnection(crm(), user, password());
    }

    private Connection connect(String url) throws SQLException {
        return DriverManager.getConnection(url, database.user(), database.password());
    }

    @Override
    public void close() {
        model.close();
        database.close();
    }

    /** Finds criteria that contain {@code polite} unmet when the shop was asked for {@code rude}. */
    private static String judged(Call call) {
        var document = call.newest();
        boolean first = call.model().equals("judge-1");
        boolean asked = first && call.authorization().equals("Bearer key-of-the-judge")
                && call.body().path("temperature").isNumber();
        if (document.startsWith("<<<CRITERIA ")) {
            return "{\"reason\": \"so it is\", \"passed\": "
                    + (first && call.body().path("response_format").has("json_schema") && !document.contains("rude"))
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
