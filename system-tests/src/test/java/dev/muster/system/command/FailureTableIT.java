package dev.muster.system.command;

import static dev.muster.common.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.Command;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Runs, in one run, every way in which an agent over {@code http}, a WebSocket, {@code command}, or a protocol of models and
 * agents can fail: each becomes what the failure table says, in words that name it, after as many calls as the table allows, and leaves nothing behind.
 */
final class FailureTableIT {

    private static final String AGENTS = """
            retry: { max_attempts: 2, initial_delay: 50ms, max_wait: 300ms }
            defaults: { timeout: 20s }
            agents:
            """;

    @TempDir
    private static Path project;

    @TempDir
    private static Path home;

    private static final Map<String, JsonNode> RESULTS = new HashMap<>();
    private static final Set<String> THREADS = Set.of("agent output", "agent input", "command output");

    private static BrokenHttp http;
    private static BrokenSocket socket;
    private static BrokenPrograms programs;
    private static BrokenModels models;

    @BeforeAll
    static void runThemAll() throws Exception {
        http = BrokenHttp.start();
        socket = BrokenSocket.start();
        programs = new BrokenPrograms(project);
        models = BrokenModels.start();
        Files.createDirectories(project.resolve("notes"));
        var cases = cases().toList();
        Files.writeString(project.resolve("muster.yaml"), AGENTS + cases.stream().map(FailingAgent::agent)
                .collect(Collectors.joining()));
        Files.write(project.resolve("t.jsonl"), cases.stream().map(FailingAgent::testCase).toList());
        var file = project.resolve("results.jsonl");

        var run = Command.typeHere(home, System.getenv(), "run", "--config", project.resolve("muster.yaml").toString(),
                "-i", project.resolve("t.jsonl").toString(), "-o", file.toString(), "--parallel", "24", "--retries",
                "1");

        assertThat(file).as(run.output()).exists();
        for (var line : Files.readAllLines(file)) {
            var result = Json.MAPPER.readTree(line);
            RESULTS.put(result.path("id").asString(""), result);
        }
    }

    @AfterAll
    static void stop() throws IOException {
        http.close();
        socket.close();
        models.close();
    }

    static Stream<FailingAgent> cases() throws IOException {
        return Stream.of(http.cases(), socket.cases(), programs.cases(), models.cases()).flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void itBecomesWhatTheTableSays(FailingAgent agent) {
        var result = Objects.requireNonNull(RESULTS.get(agent.id()), agent.id());
        var error = result.path("error").asString("");

        assertThat(result.path("status").asString("") + " " + result.path("cause").asString("")).as(error)
                .isEqualTo(agent.wanted().verdict());
        assertThat(error).startsWith(agent.wanted().begins()).doesNotContain("Exception", BrokenHttp.SECRET);
        assertThat(agent.wanted().names()).allSatisfy(name -> assertThat(error).contains(name));
        assertThat(result.path("attempt").asInt(0)).as("attempts").isEqualTo(agent.wanted().attempts());
        assertThat(agent.calls().getAsInt()).as("calls").isBetween(agent.wanted().least(), agent.wanted().most());
    }

    @Test
    void noProgramNoThreadOfOneAndNoWebSocketIsLeft() throws Exception {
        assertThat(programs.running()).isEmpty();
        eventually("all threads end", () -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> THREADS.contains(thread.getName())));
        eventually("all WebSockets close", () -> socket.open() == 0);
    }
}
