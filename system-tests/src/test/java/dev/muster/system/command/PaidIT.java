package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.cli.testing.Command;
import dev.muster.common.json.Json;
import dev.muster.coordinator.analysis.figures.CellFigures;
import dev.muster.system.figures.WrittenRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tests the price of a run, added up by hand: each call of an agent at $1 and $2 for a million tokens uses 1,000 and
 * 500, of a simulated user at $10 and $20 100 and 50, of a judge at $100 and $200 20 and 5. One case is retried before
 * it passes; in another, each call ends in an error after 300 and 100 tokens.
 */
final class PaidIT {

    /** 3 calls that became results, one that failed in the end; 2 of the user, 1 of the judge; one of each failure. */
    private static final String SENTENCE = "$0.02 (agents $0.0065 for 4,900 tokens, helpers $0.007 for 325 tokens, "
            + "2 other attempts $0.0025 for 1,900 tokens)";

    @TempDir
    private static Path home;

    @TempDir
    private static Path project;

    private static final AtomicInteger ASKED_USER = new AtomicInteger();
    private static final AtomicInteger ASKED_MOODY = new AtomicInteger();

    private static HttpServer server;
    private static LocalDatabase database;
    private static String run;

    @BeforeAll
    static void run() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/shop", exchange -> answer(exchange, said("Which one?"), 1_000, 500));
        server.createContext("/moody", exchange -> answer(exchange,
                said(ASKED_MOODY.getAndIncrement() == 0 ? "no" : "fine"), 1_000, 500));
        server.createContext("/broken", exchange -> answer(exchange,
                Json.MAPPER.createObjectNode().put("error", "the model broke off"), 300, 100));
        server.createContext("/user", exchange -> answer(exchange, said(ASKED_USER.getAndIncrement() == 0
                ? "{\"input\": \"The red one\", \"goal_achieved\": false}"
                : "{\"input\": \"\", \"goal_achieved\": true}"), 100, 50));
        server.createContext("/judge", exchange -> answer(exchange,
                said("{\"passed\": true, \"reason\": \"it asks\"}"), 20, 5));
        server.start();
        database = LocalDatabase.open(new Home(home), 2); // so that it stays between the commands
        write("muster.yaml", """
                agents:
                  shop: { protocol: openai, connector: shop }
                  user: { protocol: openai, connector: user }
                  judge: { protocol: openai, connector: judge }
                connectors:
                  shop: { url: "%1$s/shop", pricing: { input_per_million: 1, output_per_million: 2 } }
                  moody: { url: "%1$s/moody", pricing: { input_per_million: 1, output_per_million: 2 } }
                  broken: { url: "%1$s/broken", pricing: { input_per_million: 1, output_per_million: 2 } }
                  user: { url: "%1$s/user", pricing: { input_per_million: 10, output_per_million: 20 } }
                  judge: { url: "%1$s/judge", pricing: { input_per_million: 100, output_per_million: 200 } }
                """.formatted("http://127.0.0.1:" + server.getAddress().getPort()));
        write("s.jsonl", """
                {"id": "talk", "agent": "shop", "input": "A book", "type": "multi_turn", "simulator": {"use": "user"}, "assertions": [{"type": "agent", "use": "agents:judge", "value": "it asks"}]}
                {"id": "moody", "agent": "shop", "input": "How are you", "options": {"connector": "moody"}, "assertions": [{"type": "contains", "value": "fine"}]}
                {"id": "broken", "agent": "shop", "input": "Hello", "options": {"connector": "broken"}}
                """);
        var typed = Command.typeHere(home, Map.of(), "run", "-i", file("s.jsonl"), "--config", file("muster.yaml"),
                "--retry-failed", "1", "-o", file("r.jsonl"), "-o", file("r.json"), "-o", file("r.md"), "-o",
                file("r.html"));
        run = typed.output();
    }

    @AfterAll
    static void stop() {
        server.stop(0);
        database.close();
    }

    @Test
    void turnsAndHelpersAreToldApart() throws IOException {
        var talk = result("talk");

        assertThat(talk.path("turns")).as(run).hasSize(2).allSatisfy(turn -> took(turn, 1_000, 500, "0.002"));
        took(talk, 2_000, 1_000, "0.004");
        took(talk.path("helpers"), 220, 105, "0.007");
    }

    @Test
    void attemptsThatDidNotCountAreToldToo() throws IOException {
        var moody = result("moody");
        took(moody, 1_000, 500, "0.002");
        assertThat(moody.path("attempts")).hasSize(2).allSatisfy(attempt -> took(attempt, 1_000, 500, "0.002"));
        var broken = result("broken");
        took(broken, 300, 100, "0.0005");
        assertThat(broken.path("attempts")).hasSize(2).allSatisfy(attempt -> took(attempt, 300, 100, "0.0005"));
    }

    @Test
    void cellAndRunAddUp() throws IOException {
        var json = Json.MAPPER.readTree(Files.readString(project.resolve("r.json")));

        assertThat(Stream.of(json.path("cells").get(0), json.path("summary"))).allSatisfy(sum -> {
            took(sum, 3_300, 1_600, "0.0065");
            took(sum.path("helpers"), 220, 105, "0.007");
            assertThat(sum.path("other_attempts").path("attempts").asInt()).isEqualTo(2);
            took(sum.path("other_attempts"), 1_300, 600, "0.0025");
            assertThat(sum.path("paid_usd").decimalValue()).isEqualByComparingTo("0.016");
        });
    }

    @Test
    void everyReportSaysTheSame() throws IOException {
        var report = Command.typeHere(home, Map.of(), "report", "-o", file("again.json"), "-o", file("again.html"),
                "-o",
                file("again.md"));

        assertThat(Stream.of(run, report.output()).map(PaidIT::inOneLine)).allSatisfy(
                console -> assertThat(console).contains("Cost: " + SENTENCE));
        for (var form : new String[]{"r.md", "r.html", "again.md", "again.html"}) {
            assertThat(Files.readString(project.resolve(form))).as(form).contains("Paid for: " + SENTENCE + ".");
        }
        assertThat(Json.MAPPER.readTree(Files.readString(project.resolve("again.json"))).path("cells"))
                .isEqualTo(Json.MAPPER.readTree(Files.readString(project.resolve("r.json"))).path("cells"));
    }

    @Test
    void theDatabaseAddsUpTheSame() {
        var id = database.database().list("SELECT run_id FROM runs", row -> row.getString(1)).getFirst();
        var paid = WrittenRun.figures(database.database(), id).stream().map(CellFigures::paid).findFirst()
                .orElseThrow();

        assertThat(paid.all().costUsd()).isEqualByComparingTo("0.016");
        assertThat(paid.all().tokens()).isEqualTo(4_900 + 325 + 1_900);
        assertThat(paid.results().helpers().costUsd()).isEqualByComparingTo("0.007");
        assertThat(Objects.requireNonNull(paid.results().helpers().tokensOut())).isEqualTo(105);
        assertThat(paid.otherAttempts()).isEqualTo(2);
        assertThat(paid.others().target().costUsd()).isEqualByComparingTo("0.0025");
    }

    private static void took(JsonNode spent, int input, int output, String usd) {
        assertThat(spent.path("tokens").path("input").asInt()).isEqualTo(input);
        assertThat(spent.path("tokens").path("output").asInt()).isEqualTo(output);
        assertThat(spent.path("cost_usd").decimalValue(BigDecimal.ZERO)).isEqualByComparingTo(usd);
    }

    private static JsonNode result(String id) throws IOException {
        return Files.readString(project.resolve("r.jsonl")).lines().map(Json.MAPPER::readTree)
                .filter(result -> result.path("id").asString().equals(id)).findFirst().orElseThrow();
    }

    private static String inOneLine(String console) {
        return console.replaceAll("\\s+", " ");
    }

    private static ObjectNode said(String text) {
        var answer = Json.MAPPER.createObjectNode();
        var choice = answer.putArray("choices").addObject().put("finish_reason", "stop");
        choice.putObject("message").put("role", "assistant").put("content", text);
        return answer;
    }

    private static void answer(HttpExchange exchange, ObjectNode answer, int input, int output) throws IOException {
        exchange.getRequestBody().readAllBytes();
        answer.putObject("usage").put("prompt_tokens", input).put("completion_tokens", output);
        var bytes = Json.MAPPER.writeValueAsBytes(answer);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static void write(String name, String text) throws IOException {
        Files.writeString(project.resolve(name), text);
    }

    private static String file(String name) {
        return project.resolve(name).toString();
    }
}
