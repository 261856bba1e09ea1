package dev.muster.system.fire;

import static dev.muster.system.fire.Wait.until;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.bench.mock.MockAgentProcess;
import dev.muster.cli.Main;
import dev.muster.cli.session.Shell;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a standby at an address of its own: clients and workers that know both addresses continue when it takes over. */
@Tag("full")
@Tag("alone")
final class StandbyElsewhereIT {

    private static final int CASES = 120;

    @TempDir
    private Path folder;

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void aRunThatKnowsBothAddressesGoesOnToItsEnd() throws Exception {
        try (var agent = MockAgentProcess.start();
                var fleet = FireFleet.start(folder.resolve("home"), 2, 6, null)) {
            var project = new SlowSuite(CASES, 1_000, 2_000, 3).write(folder.resolve("project"), agent.baseUrl());
            var elsewhere = URI.create("http://127.0.0.1:" + FireFleet.freePort());
            var both = fleet.url() + "," + elsewhere;
            var standby = fleet.addStandby(elsewhere);
            standby.start();
            assertThat(standby.ready()).endsWith("stands by at " + elsewhere + ": another one leads");
            assertThat(get(elsewhere, "/health").statusCode()).isEqualTo(200);
            assertThat(get(elsewhere, "/metrics").body()).contains("jvm_memory_used_bytes");
            assertThat(get(elsewhere, "/ready")).returns(503, HttpResponse::statusCode).extracting(HttpResponse::body)
                    .asString().contains("standby: another coordinator leads");
            assertThat(get(elsewhere, "/api/v1/fleet")).returns(503, HttpResponse::statusCode)
                    .extracting(HttpResponse::body).asString().contains("this coordinator is a standby");

            var run = CompletableFuture.supplyAsync(() -> type(project, "run", "--coordinator", both, "-i",
                    "suite.jsonl"));
            until("the agent was called", Duration.ofSeconds(60),
                    () -> agent.stats().byMessage().size() > CASES / 4 || run.isDone());
            fleet.coordinator().kill();

            assertThat(run.get(3, TimeUnit.MINUTES)).returns(0, Typed::code).extracting(Typed::output).asString()
                    .contains("Passed:  " + CASES);
            assertThat(agent.stats().byMessage().values()).as("calls of each case").hasSize(CASES).containsOnly(1);
            assertThat(get(elsewhere, "/ready").statusCode()).isEqualTo(200);
            assertThat(type(project, "run", "--coordinator", both, "-i", "hello", "-n", "mock1000").output())
                    .contains("Passed:  1");
            assertThat(type(project, "pause", "none", "--coordinator", both).output())
                    .contains("run none not found");
        }
    }

    @Test
    void aLeaderThatStandsStillIsReplacedAndStepsDownWhenItGoesOn() throws Exception {
        try (var agent = MockAgentProcess.start();
                var fleet = FireFleet.start(folder.resolve("home"), 2, 6, null)) {
            var project = new SlowSuite(CASES, 1_000, 2_000, 3).write(folder.resolve("project"), agent.baseUrl());
            var elsewhere = URI.create("http://127.0.0.1:" + FireFleet.freePort());
            var both = fleet.url() + "," + elsewhere;
            var standby = fleet.addStandby(elsewhere);
            standby.start();
            standby.ready();

            var run = CompletableFuture.supplyAsync(() -> type(project, "run", "--coordinator", both, "-i",
                    "suite.jsonl"));
            until("the agent was called", Duration.ofSeconds(60),
                    () -> agent.stats().byMessage().size() > CASES / 4 || run.isDone());
            fleet.coordinator().freeze();
            until("the standby leads", Duration.ofSeconds(60), () -> get(elsewhere, "/ready").statusCode() == 200);
            fleet.coordinator().thaw();

            assertThat(run.get(3, TimeUnit.MINUTES)).returns(0, Typed::code).extracting(Typed::output).asString()
                    .contains("Passed:  " + CASES);
            assertThat(agent.stats().byMessage().values()).as("calls of each case").hasSize(CASES).containsOnly(1);
            assertThat(fleet.coordinator().ends(Duration.ofSeconds(30))).as("it steps down").isTrue();
        }
    }

    /** The outcome of a command. */
    private record Typed(int code, String output) {}

    private static Typed type(Path project, String... words) {
        var output = new ByteArrayOutputStream();
        try (var print = new PrintStream(output, true, StandardCharsets.UTF_8)) {
            int code = Main.run(new Shell(project, Map.of("MUSTER_HOME", project.resolve(".home").toString(),
                    "MUSTER_TOKEN", String.valueOf(FireFleet.ADMIN.token())), print, print, Optional::empty,
                    InputStream.nullInputStream()), words);
            return new Typed(code, output.toString(StandardCharsets.UTF_8));
        }
    }

    private HttpResponse<String> get(URI coordinator, String page) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(coordinator.resolve(page))
                .header("Authorization", "Bearer " + FireFleet.ADMIN.token()).build(), BodyHandlers.ofString());
    }
}
