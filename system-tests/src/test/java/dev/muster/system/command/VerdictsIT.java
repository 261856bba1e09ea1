package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.cli.embedded.EmbeddedDatabase;
import dev.muster.cli.testing.Command;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Tests cases that end in several ways, as a command, against an agent over HTTP. */
final class VerdictsIT {

    private static final String FAILS = "{\"input\": \"one\", \"continue_on_failure\": true, \"assertions\": "
            + "[{\"type\": \"contains\", \"value\": \"ZZZ\"}]}";

    @TempDir
    private static Path home;

    @TempDir
    private static Path project;

    private static HttpServer server;
    private static EmbeddedDatabase database;

    @BeforeAll
    static void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/shop", VerdictsIT::answer);
        server.createContext("/dead", exchange -> send(exchange, 401, "{}"));
        server.start();
        database = EmbeddedDatabase.open(home);
        var url = "http://127.0.0.1:" + server.getAddress().getPort();
        Files.writeString(project.resolve("muster.yaml"), """
                agents:
                  shop: { protocol: openai, url: "%s/shop" }
                  dead: { protocol: openai, url: "%s/dead", helper: true }
                """.formatted(url, url));
    }

    @AfterAll
    static void stop() {
        server.stop(0);
        database.close();
    }

    @Test
    void nothingThatComesLaterMakesAFailureBetter() throws IOException {
        var results = run("""
                {"id": "reached", "turns": [FAILS], "simulator": "agents:dead",
                 "checkpoints": [{"id": "c", "assert": {"type": "contains", "value": "OK"}}]}
                {"id": "asks", "type": "multi_turn", "turns": [FAILS, {"input": "ask"}]}
                {"id": "simulated", "type": "multi_turn", "turns": [FAILS, {"input": "ask"}], "simulator": "agents:dead"}
                {"id": "unjudged", "type": "scripted", "turns": [{"input": "two", "continue_on_failure": true,
                 "assertions": [{"type": "agent", "use": "agents:dead"}]}, FAILS]}
                """.replace("FAILS", FAILS));

        assertThat(results.properties()).hasSize(4).allSatisfy(each -> {
            assertThat(each.getValue().path("status").asString()).as(each.getKey()).isEqualTo("failed");
            assertThat(each.getValue().path("cause").asString()).as(each.getKey()).isEqualTo("assertion");
            assertThat(each.getValue().path("attempts").size()).as(each.getKey()).isLessThanOrEqualTo(1);
        });
    }

    @Test
    void whatAnEarlierReplyAskedIsForgottenWhenALaterCallFails() throws IOException {
        var results = run("""
                {"id": "forgotten", "type": "multi_turn",
                 "turns": [{"input": "ask"}, {"input": "boom", "expect_success": false}]}
                """);

        assertThat(results.path("forgotten").path("status").asString()).isEqualTo("passed");
    }

    @Test
    void aTurnWithoutWhatItIsToCaptureIsFailedAndSaysSo() throws IOException {
        var turn = run("""
                {"id": "capture", "type": "scripted", "turns": [
                 {"input": "one", "capture": {"a": "$.x"}, "continue_on_failure": true}, {"input": "two"}]}
                """).path("capture").path("turns").path(0);

        assertThat(turn.path("status").asString()).isEqualTo("failed");
        assertThat(turn.path("error").asString()).isEqualTo("capture a: the reply has nothing at $.x");
    }

    @Test
    void anAgentThatAsksAtTheEndWaitsAndOneThatRefusesInWordsPasses() throws IOException {
        var results = run("""
                {"id": "waits", "type": "multi_turn", "input": "po"}
                {"id": "refuses", "type": "scripted",
                 "turns": [{"input": "no", "expect_success": false, "refusal": {"pattern": "(?i)can't"}}]}
                """);

        assertThat(results.path("waits").path("status").asString()).isEqualTo("skipped");
        assertThat(results.path("waits").path("turns").path(0).path("awaiting_reason").asString())
                .isEqualTo("content_is_question");
        assertThat(results.path("refuses").path("status").asString()).isEqualTo("passed");
    }

    private static ObjectNode run(String suite) throws IOException {
        Files.writeString(project.resolve("s.jsonl"), suite);
        var out = project.resolve("out.jsonl");
        var _ = Command.typeHere(home, Map.of(), "run", "--config", project.resolve("muster.yaml").toString(), "-i",
                project.resolve("s.jsonl").toString(), "-o", out.toString());
        var results = Json.MAPPER.createObjectNode();
        Files.readAllLines(out).stream().map(Json.MAPPER::readTree).filter(line -> line.has("id"))
                .forEach(line -> results.set(line.path("id").asString(), line));
        return results;
    }

    private static void answer(HttpExchange exchange) throws IOException {
        var asked = Json.MAPPER.readTree(exchange.getRequestBody().readAllBytes()).path("messages");
        var text = asked.path(asked.size() - 1).path("content").asString();
        if (text.equals("boom")) {
            send(exchange, 200, "{\"error\": {\"message\": \"internal failure\"}}");
            return;
        }
        var answer = Json.MAPPER.createObjectNode();
        var choice = answer.putArray("choices").addObject().put("finish_reason", "stop");
        choice.putObject("message").put("role", "assistant").put("content", switch (text) {
            case "ask" -> "Which one?";
            case "po" -> "This requires manager approval. Please provide PO number.";
            case "no" -> "I can't do that.";
            default -> "OK " + text;
        });
        send(exchange, 200, Json.MAPPER.writeValueAsString(answer));
    }

    private static void send(HttpExchange exchange, int status, String json) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        var bytes = json.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
