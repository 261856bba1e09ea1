package dev.muster.deploy.system;

import static dev.muster.deploy.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.process.Launch;
import dev.muster.deploy.Main;
import dev.muster.deploy.fleet.Home;
import dev.muster.deploy.fleet.LocalDatabase;
import dev.muster.mock.MockAgentProcess;
import org.junit.jupiter.api.BeforeAll;
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

    @Test
    void afterCtrlCWhatIsUnderWayEndsAndTheRunGoesOnLater() throws Exception {
        try (var agent = MockAgentProcess.start(); var run = start(agent.aguiUrl(300))) {
            run.readTo("[m");

            run.interrupt();

            var output = run.readToEnd();
            assertThat(run.process().waitFor()).as(output).isEqualTo(130);
            assertThat(output).contains("Interrupted: no case is started any more", "Ctrl-C again stops it now",
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

    @Test
    void aSecondCtrlCCutsOffWhatIsUnderWay() throws Exception {
        try (var agent = MockAgentProcess.start(); var run = start(agent.aguiUrl(120_000))) {
            run.readTo("Running Tests");
            eventually("cases are under way", () -> agent.stats().inFlight() == 4);

            run.interrupt();
            run.readTo("Ctrl-C again stops it now");
            run.interrupt();

            var output = run.readToEnd();
            assertThat(run.process().waitFor()).as(output).isEqualTo(130);
            assertThat(Command.type(home, "runs").output()).contains("interrupted");
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

    /** A process started in the background may ignore Ctrl-C: not this one. */
    private Running start(String url) throws Exception {
        project(url);
        var launch = Launch.of(Main.class, "run", "-i", "suite.jsonl", "--parallel", "4").through("env",
                "--default-signal=INT");
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
