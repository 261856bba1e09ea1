package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.bench.mock.MockAgent;
import dev.muster.cli.Main;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.TestServer;
import dev.muster.cli.session.Supervised;
import dev.muster.cli.testing.Command;
import dev.muster.cli.up.Up;
import dev.muster.common.channel.kafka.FleetKey;
import dev.muster.common.channel.kafka.KafkaChannel;
import dev.muster.common.channel.kafka.KafkaSettings;
import dev.muster.common.json.Json;
import dev.muster.common.process.ChildProcess;
import dev.muster.common.process.Launch;
import dev.muster.coordinator.server.Coordinator;
import dev.muster.coordinator.server.scheduler.LeaderSettings;
import dev.muster.coordinator.store.Leadership;
import dev.muster.system.FreshDatabase;
import dev.muster.system.SharedBroker;
import java.lang.ProcessBuilder.Redirect;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Tests a case that kills every process that runs it, among fifty harmless ones: it takes down one worker, then only
 * an isolated process, and its result says so. The others pass.
 */
@Tag("slow")
final class PoisonIT {

    private static final int INNOCENT = 50;

    @TempDir
    private static Path folder;

    /** With real worker processes, and a short lease. */
    private static final String KEY = FleetKey.random();

    @Test
    void aCaseThatKillsItsWorkersEndsAndTheOthersPass() throws Exception {
        var settings = new LeaderSettings(Duration.ofSeconds(10), Duration.ofMillis(100), Duration.ofMillis(500),
                20_000);
        var clock = InstantSource.system();
        try (var database = FreshDatabase.open(8);
                var channel = KafkaChannel.open(
                        new KafkaSettings(SharedBroker.address(), "poison", (short) 1, 3, Map.of(),
                                FleetKey.of(KEY)),
                        Duration.ofSeconds(30));
                var coordinator = Coordinator.start(channel, database.database(),
                        Leadership.take(database.database(), "poison", "test"), settings, clock);
                var server = TestServer.start(coordinator)) {
            var workers = new ArrayList<ChildProcess>();
            try {
                for (int n = 1; n <= 3; n++) {
                    workers.add(worker("w" + n, SharedBroker.address(), server.url()));
                }
                runAmongInnocents(server.url(), String.valueOf(TestServer.ADMIN.token()),
                        workers.stream().map(each -> each.handle().pid()).toList());
            } finally {
                ChildProcess.closeAll(workers);
            }
        }
    }

    /** With the whole of {@code muster up}, and its usual lease. */
    @Test
    @Tag("full")
    void aCaseThatKillsItsWorkersEndsAndTheOthersPassInAWholeFleet() throws Exception {
        var plan = new Up.Plan(new Home(folder.resolve("up")), Main.class, 3, 8, 0);
        try (var up = Up.start(plan)) {
            runAmongInnocents(up.file().coordinator().url(), String.valueOf(up.file().token()),
                    up.file().workers().stream().map(each -> each.pid())
                            .toList());
        }
    }

    private static void runAmongInnocents(String coordinator, String token, List<Long> workers) throws Exception {
        try (var harmless = MockAgent.start(0, 300); var deadly = DeadlyAgent.start()) {
            var project = project(harmless.baseUrl() + "/ag-ui", deadly.url());
            var output = project.resolve("results.jsonl");

            var run = Command.typeHere(folder, Map.of("MUSTER_TOKEN", token), "run", "-i",
                    project.resolve("suite.jsonl").toString(),
                    "--config",
                    project.resolve("muster.yaml").toString(), "--coordinator", coordinator, "-o", output.toString());

            assertThat(run.code()).as(run.output()).isEqualTo(1);
            assertThat(deadly.killed()).as("a worker, then a process of another").hasSize(2);
            assertThat(workers).contains(deadly.killed().getFirst()).doesNotContain(deadly.killed().getLast());
            assertThat(workers).contains(deadly.parentOfLast());
            // on a machine under load, a worker may be given up that only was slow
            assertThat(run.output()).contains("Attempt 1 on w")
                    .containsPattern("Error: \\d workers? (was|were) lost while (it|they) ran this case; ");
            assertResults(Files.readAllLines(output).stream().map(Json.MAPPER::readTree).toList());
        }
    }

    private static void assertResults(List<JsonNode> results) {
        assertThat(results).hasSize(INNOCENT + 1);
        assertThat(results).filteredOn(each -> each.path("status").asString().equals("passed")).hasSize(INNOCENT);
        var poison = results.stream().filter(each -> each.path("id").asString().equals("poison")).findFirst()
                .orElseThrow();
        assertThat(poison.path("status").asString()).isEqualTo("error");
        assertThat(poison.path("cause").asString()).isEqualTo("worker_lost");
        assertThat(poison.path("error").asString()).isEqualTo(
                "1 worker was lost while it ran this case; alone in a process of its own it ended with exit code 137");
        assertThat(poison.path("attempt").asInt()).isEqualTo(2);
        assertThat(poison.path("attempts").valueStream().map(each -> each.path("cause").asString()).toList())
                .containsExactly("worker_lost", "worker_lost");
    }

    /** The hook tells the agent which process to kill: its parent, which runs the case. */
    private static Path project(String harmless, String deadly) throws Exception {
        var project = Files.createTempDirectory(folder, "project");
        Files.writeString(project.resolve("muster.yaml"), """
                agents:
                  harmless: { protocol: ag-ui, url: "%s" }
                  deadly: { protocol: ag-ui, url: "%s" }
                """.formatted(harmless, deadly));
        Files.writeString(project.resolve("parent.sh"), "printf '{\"PID\": \"%s\"}' \"$PPID\"\n");
        var lines = new ArrayList<String>();
        lines.add("{\"id\": \"poison\", \"agent\": \"deadly\", \"hooks\": [{\"cmd\": [\"sh\", \"parent.sh\"]}], "
                + "\"input\": \"kill ${PID} now\"}");
        IntStream.range(0, INNOCENT).forEach(
                n -> lines.add("{\"id\": \"c" + n + "\", \"agent\": \"harmless\", \"input\": \"case " + n + "\"}"));
        Files.write(project.resolve("suite.jsonl"), lines);
        return project;
    }

    private static ChildProcess worker(String name, String broker, String coordinator) throws Exception {
        var worker = ChildProcess.start(Launch.of(Main.class, "worker", "--kafka", broker, "--fleet", "poison",
                "--slots", "8", "--id", name, "--allow-commands", "--coordinator", coordinator).withEnvironment(
                        Map.of("MUSTER_HOME", folder.resolve(name).toString(), Supervised.VARIABLE, "1",
                                "MUSTER_TOKEN", TestServer.WORKER, "MUSTER_FLEET_KEY", KEY))
                .withErrorsTo(
                        Redirect.to(folder.resolve(name + ".log").toFile())));
        worker.firstLine(Duration.ofSeconds(60));
        return worker;
    }
}
