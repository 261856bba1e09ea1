package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import com.sun.net.httpserver.HttpServer;
import dev.muster.cli.testing.Command;
import dev.muster.cli.testing.MusterProject;
import dev.muster.cli.testing.TestProject;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests what the addresses of {@code notify} are told of the end of a run. */
@MusterProject
final class NoticesIT {

    private final TestProject muster;

    NoticesIT(TestProject muster) {
        this.muster = muster;
    }

    private final List<String> got = Collections.synchronizedList(new ArrayList<>());
    private HttpServer hook;

    @BeforeEach
    void listen() throws IOException {
        hook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        hook.createContext("/", exchange -> {
            got.add(exchange.getRequestHeaders().getFirst("X-Key") + " " + exchange.getRequestURI() + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(exchange.getRequestURI().getPath().equals("/broken") ? 500 : 200, -1);
            exchange.close();
        });
        hook.start();
        muster.agent().saying("/well", "fine");
        muster.write("s.jsonl", """
                {"id": "a", "input": "1", "assertions": [{"type": "contains", "value": "fine"}]}
                {"id": "b", "input": "2", "assertions": [{"type": "contains", "value": "no"}]}
                """);
    }

    @AfterEach
    void stop() {
        hook.stop(0);
    }

    private void notifying(String entries) throws IOException {
        muster.write("muster.yaml",
                "agents:\n  well: { protocol: openai, url: \"" + muster.agent().url() + "/well\" }\nnotify:\n"
                        + entries.replace("HOOK", "http://127.0.0.1:" + hook.getAddress().getPort()));
    }

    private Command run(Map<String, String> environment) {
        return Command.typeHere(muster.home(), environment, "run", "-i", muster.file("s.jsonl"), "--config",
                muster.file("muster.yaml"));
    }

    @Test
    void theEndOfARunIsTold() throws IOException {
        notifying("""
                  - { url: "HOOK/${ENV.PLACE}", headers: { X-Key: "${ENV.KEY}" }, when: always }
                  - { url: "HOOK/bad" }
                """);

        var run = run(Map.of("PLACE", "secret-place", "KEY", "secret-key"));

        assertThat(run.code()).as(run.output()).isEqualTo(1);
        assertThat(got).hasSize(2);
        assertThat(got.getFirst()).startsWith("secret-key /secret-place {");
        var told = json(got.getFirst());
        assertThat(told.path("text").asString()).startsWith("Muster, ").endsWith(
                "s.jsonl with well: 1 failed; 1 of 2 passed (run " + told.path("run").asString() + ")");
        assertThat(told.path("exit_code").asInt()).isEqualTo(1);
        assertThat(told.path("failed").asInt()).isEqualTo(1);
        assertThat(run.output()).doesNotContain("secret-");
    }

    @Test
    void aPassIsToldOnlyToThoseWhoAlwaysWantToKnow() throws IOException {
        muster.write("s.jsonl",
                "{\"id\": \"a\", \"input\": \"1\", \"assertions\": [{\"type\": \"contains\", \"value\": \"fine\"}]}\n");
        notifying("""
                  - { url: "HOOK/not_passed" }
                  - { url: "HOOK/newly", when: newly_failing }
                  - { url: "HOOK/always", when: always }
                """);

        assertThat(run(Map.of()).code()).isZero();

        assertThat(got).singleElement().asString().startsWith("null /always ");
    }

    @Test
    @Tag("slow")
    void whatFailsAgainIsNotNew() throws IOException {
        notifying("  - { url: \"HOOK/newly\", when: newly_failing }\n");
        muster.write("s.jsonl",
                "{\"id\": \"x\", \"input\": \"1\", \"assertions\": [{\"type\": \"contains\", \"value\": \"fine\"}]}\n");

        run(Map.of());
        muster.agent().saying("/well", "sorry");
        run(Map.of());
        run(Map.of());

        assertThat(got).hasSize(1);
        assertThat(json(got.getFirst()).path("text").asString()).contains("0 of 1 passed, 1 newly failing (run ");
        assertThat(json(got.getFirst()).path("newly_failing").asInt()).isEqualTo(1);
    }

    @Test
    void anAddressThatDoesNotAnswerIsAWarning() throws IOException {
        notifying("""
                  - { url: "HOOK/broken" }
                  - { url: "http://127.0.0.1:1/gone" }
                """);

        var run = run(Map.of());

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.output()).contains("/broken was not notified of the end of the run: HTTP 500",
                "warning: notify http://127.0.0.1:1/gone was not notified of the end of the run: ");
    }

    @Test
    void whatIsWrongIsToldBeforeTheRun() throws IOException {
        notifying("""
                  - { url: "ftp://x", when: sometimes }
                  - { when: always }
                """);
        var wrong = run(Map.of());
        notifying("  - { url: \"HOOK/${ENV.NOWHERE}\" }\n");
        var unset = run(Map.of());

        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.output()).contains("'ftp://x' is no", "not 'sometimes'", "an entry of 'notify' needs 'url'");
        assertThat(unset.code()).isEqualTo(2);
        assertThat(unset.output()).contains("notify: ", "NOWHERE").doesNotContain("Running Tests");
        assertThat(got).isEmpty();
    }

    private static JsonNode json(String told) {
        return Json.MAPPER.readTree(told.substring(told.indexOf('{')));
    }
}
