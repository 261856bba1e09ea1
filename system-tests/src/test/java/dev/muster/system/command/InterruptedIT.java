package dev.muster.system.command;

import static dev.muster.common.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.bench.mock.MockAgentProcess;
import dev.muster.cli.Main;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.cli.testing.Command;
import dev.muster.common.process.Launch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests Ctrl-C during a run on this machine: once, twice, and how to continue. */
final class InterruptedIT {

    private static final int CASES = 40;

    @TempDir
    private static Path home;

    @TempDir
    private Path project;

    /** A run in a fresh home first creates its database, which is not tested here. */
    @BeforeAll
    static void makeDatabase() {
        LocalDatabase.open(new Home(home), 4).close();
    }

    @Tag("slow")
    @Test
    void afterCtrlCWhatIsUnderWayEndsAndTheRunGoesOnLater() throws Exception {
        try (var agent = MockAgentProcess.start(); var run = startWith(agent.aguiUrl(300))) {
            run.readTo("[m");

            run.interrupt();

            var output = run.readToEnd();
            assertThat(run.process().waitFor()).as(output).isEqualTo(130);
            assertThat(output).contains("Interrupted: no more cases start", "press Ctrl-C again to stop it now",
                    "Stopped: interrupted by the user", "Cancelled: ");
            assertThat(Command.type(home, "runs").output()).contains("interrupted");

            var results = project.resolve("out.jsonl");
            var resumed = Command.type(home, "run", "--resume", id(output), "-o", results.toString());
            assertThat(resumed.code()).as(resumed.output()).isZero();
            assertThat(resumed.output()).contains("Passed:  " + CASES).doesNotContain("Cancelled");
            assertThat(Files.readAllLines(results)).hasSize(CASES);
            assertThat(agent.stats().byMessage().values()).hasSize(CASES).containsOnly(1);
        }
    }

    @Tag("slow")
    @Test
    void aSecondCtrlCCutsOffWhatIsUnderWay() throws Exception {
        try (var agent = MockAgentProcess.start(); var run = startWith(agent.aguiUrl(120_000))) {
            run.readTo("Running Tests");
            eventually("cases are under way", () -> agent.stats().inFlight() == 4);

            run.interrupt();
            run.readTo("press Ctrl-C again to stop it now");
            run.interrupt();

            var output = run.readToEnd();
            assertThat(run.process().waitFor()).as(output).isEqualTo(130);
            assertThat(Command.type(home, "runs").output()).contains("interrupted");
        }
    }

    /** As {@code timeout} does. */
    @Test
    @Tag("slow")
    void aSecondSigtermSaysNothingNew() throws Exception {
        var results = project.resolve("out.json");
        try (var agent = MockAgentProcess.start(); var run = startWith(agent.aguiUrl(120_000))) {
            run.readTo("Running Tests");
            eventually("cases are under way", () -> agent.stats().inFlight() == 4);

            run.process().toHandle().destroy();
            run.readTo("running cases are aborted");
            run.process().toHandle().destroy();

            var output = run.readToEnd();
            assertThat(run.process().waitFor()).as(output).isEqualTo(130);
            assertThat(output).contains("Cancelled: " + CASES);
            assertThat(results).exists();
            assertThat(postmasters()).isEmpty();
        }
    }

    /** All at once: replies that take long to read and check, a program that writes for ever, one that ignores signals. */
    @Tag("slow")
    @Test
    void aSecondCtrlCEndsARunOfHostileRepliesWithinFiveSeconds() throws Exception {
        var agents = new StringBuilder("agents:\n  loop: { protocol: script, use: \"scripts:bot.loop\" }\n"
                + "  flood: { protocol: command, command: [yes, '" + "x".repeat(1_000) + "'], mode: session }\n"
                + "  deaf: { protocol: command, command: [sh, -c, 'trap \"\" TERM INT; while :; do sleep 60; done'] }\n");
        var cases = new ArrayList<String>();
        for (int n = 0; n < 4; n++) {
            for (var agent : List.of("loop", "flood", "deaf")) {
                cases.add("{\"id\": \"" + agent + " " + n + "\", \"agent\": \"" + agent + "\", \"input\": \"hi\"}");
            }
            for (var reply : HostileAgent.Reply.values()) {
                cases.add(HostileAgent.testCase(reply, n));
            }
        }
        Files.createDirectories(project.resolve("scripts"));
        Files.writeString(project.resolve("scripts").resolve("bot.js"), "export function loop() { for (;;) {} }");
        try (var hostile = HostileAgent.start()) {
            Arrays.stream(HostileAgent.Reply.values()).forEach(reply -> agents.append(hostile.agent(reply)));
            Files.writeString(project.resolve("muster.yaml"), agents);
            Files.write(project.resolve("suite.jsonl"), cases);
            try (var run = start("16")) {
                run.readTo("Running Tests");
                eventually("hostile replies are read", () -> hostile.asked() >= 10);

                run.interrupt();
                run.readTo("press Ctrl-C again to stop it now");
                long before = System.nanoTime();
                run.interrupt();

                var output = run.readToEnd();
                assertThat(run.process().waitFor()).as(output).isEqualTo(130);
                assertThat(Duration.ofNanos(System.nanoTime() - before)).as(output).isLessThan(Duration.ofSeconds(5));
            }
        }
    }

    @Test
    void aViewerThatIsEndedEndsItsDatabase() throws Exception {
        try (var run = launch("view", "--no-open")) {
            run.readTo("Open this link once");
            var server = postmasters().getFirst();

            run.interrupt();

            var output = run.readToEnd();
            run.process().waitFor();
            assertThat(server).as(output).doesNotExist();
        }
    }

    private static List<Path> postmasters() throws IOException {
        try (var files = Files.walk(home)) {
            return files.filter(each -> each.endsWith("postmaster.pid")).toList();
        }
    }

    private void project(String url) throws Exception {
        Files.writeString(project.resolve("muster.yaml"),
                "agents: { mock: { protocol: ag-ui, url: \"" + url + "\" } }\n");
        var cases = new ArrayList<String>();
        for (int n = 0; n < CASES; n++) {
            cases.add("{\"id\": \"m" + n + "\", \"input\": \"hello " + n + "\"}");
        }
        Files.write(project.resolve("suite.jsonl"), cases);
    }

    private Running startWith(String url) throws Exception {
        project(url);
        return start("4");
    }

    private Running start(String parallel) throws Exception {
        return launch("run", "-i", "suite.jsonl", "--parallel", parallel, "-o", project.resolve("out.json").toString());
    }

    /** A process started in the background may ignore Ctrl-C: not this one. */
    private Running launch(String... words) throws Exception {
        var launch = Launch.of(Main.class, words).through("env", "--default-signal=INT");
        var builder = new ProcessBuilder(launch.command()).directory(project.toFile()).redirectErrorStream(true);
        builder.environment().put("MUSTER_HOME", home.toString());
        var process = builder.start();
        return new Running(process, process.inputReader(), new StringBuilder());
    }

    /** A run in a process of its own; it never outlives its test. */
    private record Running(Process process, BufferedReader output, StringBuilder read) implements AutoCloseable {

        /** Reads up to the line with these words. */
        void readTo(String words) throws IOException {
            for (var line = output.readLine(); line != null; line = output.readLine()) {
                read.append(line).append('\n');
                if (line.contains(words)) {
                    return;
                }
            }
            throw new IOException("it ended without a word of '" + words + "': " + read);
        }

        String readToEnd() throws IOException {
            output.lines().forEach(line -> read.append(line).append('\n'));
            return read.toString();
        }

        void interrupt() throws Exception {
            new ProcessBuilder(List.of("kill", "-INT", String.valueOf(process.pid()))).start().waitFor();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    private static String id(String output) {
        int at = output.indexOf("--resume ") + "--resume ".length();
        return output.substring(at).lines().findFirst().orElseThrow().strip();
    }
}
