package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.bench.mock.MockAgentProcess;
import dev.muster.cli.testing.Command;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a user of the commands sees: success, and one sentence and an exit code for each mistake. */
final class CommandsIT {

    @TempDir
    private static Path home;

    @TempDir
    private static Path project;

    @BeforeAll
    static void makeProject() throws Exception {
        Files.writeString(project.resolve("muster.yaml"),
                "agents: { shop: { protocol: ag-ui, url: \"http://127.0.0.1:9/ag-ui\" } }\n");
        Files.writeString(project.resolve("good.jsonl"),
                "{\"id\": \"a\", \"input\": \"hello\", \"assertions\": [{\"type\": \"regex\", \"value\": \"(?i)hello\"}]}\n");
    }

    @Tag("slow")
    @Test
    void theDemoEndsAsItExpects() throws Exception {
        var demo = Command.type(home, "demo");

        assertThat(demo.code()).as(demo.output()).isZero();
        assertThat(demo.output()).contains("Summary").contains("Failed:  1").contains("muster report");
        assertThat(demo.output()).doesNotContain("\u001b").doesNotContain("Exception");

        var report = Command.type(home, "report");
        assertThat(report.code()).isEqualTo(1);
        assertThat(report.output()).contains("Summary").contains("Failed:  1");
        assertThat(Command.type(home, "runs").output()).contains("failed").contains("demo.expense");
    }

    @Test
    void fiveFaultsAreToldAtTheirPlacesAndNothingRuns() throws Exception {
        Files.writeString(project.resolve("bad.jsonl"), """
                {"id": "a", "inputt": "hello"}
                {"id": "b", "input": "hi", "assertions": [{"type": "regex", "pattern": "(?=x)"}]}
                {"id": "c", "input": "hi", "assertions": [{"type": "contain", "value": "x"}]}
                {"id": "c", "input": "hi", "timeout": "soon"}
                """);

        var run = run("bad.jsonl");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.lines()).hasSizeGreaterThanOrEqualTo(5)
                .allMatch(line -> line.matches(".*bad\\.jsonl:\\d+:\\d+: .+"), "file:line:column: message");
        assertThat(run.output()).contains("did you mean").contains("contains").doesNotContain("Running Tests");
    }

    @Test
    void validateTellsEveryFaultAndHowManyCasesItRead() throws Exception {
        Files.writeString(project.resolve("half.yaml"),
                "- {id: a, input: hello}\n- {id: b, turns: [{inptu: hello}]}\n");

        var faulty = Command.typeHere(home, Map.of(), "validate", project.resolve("half.yaml").toString());
        var sound = Command.typeHere(home, Map.of(), "validate", project.resolve("good.jsonl").toString());
        var missing = Command.typeHere(home, Map.of(), "validate", project.resolve("godo.jsonl").toString());

        assertThat(faulty.code()).isEqualTo(2);
        assertThat(faulty.output()).contains("half.yaml:2:20: unknown key 'inptu'; did you mean 'input'?",
                "1 case read, 1 fault");
        assertThat(sound.code()).isZero();
        assertThat(sound.lines()).containsExactly("1 case read, 0 faults");
        assertThat(missing.code()).isEqualTo(2);
        assertThat(missing.lines()).singleElement().asString().contains("not found");
    }

    @Test
    void schemaPrintsWhatEditorsCheckBy() throws Exception {
        assertThat(Command.typeHere(home, Map.of(), "schema").output()).startsWith("{").contains("checkpoints",
                "final_assertions");
        assertThat(Command.typeHere(home, Map.of(), "schema", "muster").output()).contains("connectors");
        assertThat(Command.typeHere(home, Map.of(), "schema", "yaml").code()).isEqualTo(2);
    }

    @Test
    void anUnknownAgentAndAMistypedFileAreOneSentenceEach() throws Exception {
        var agent = run("good.jsonl", "-n", "shopp");
        var file = run("godo.jsonl");

        assertThat(agent.code()).isEqualTo(2);
        assertThat(agent.lines()).singleElement().asString().contains("shopp").contains("did you mean");
        assertThat(file.code()).isEqualTo(2);
        assertThat(file.lines()).singleElement().asString().contains("godo.jsonl").contains("not found");
    }

    @Test
    void anAgentThatIsNotThereIsAnErrorOfTheInfrastructureAndNoVerdict() throws Exception {
        Files.writeString(project.resolve("quick.yaml"), """
                agents: { shop: { protocol: ag-ui, url: "http://127.0.0.1:9/ag-ui" } }
                retry: { max_attempts: 1, initial_delay: 1ms, max_wait: 1s }
                """);

        var run = Command.typeHere(home, Map.of(), "run", "-i", project.resolve("good.jsonl").toString(), "--config",
                project.resolve("quick.yaml").toString(), "--retries", "0");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.output()).contains("agent unreachable").doesNotContain("Exception");
    }

    @Tag("slow")
    @Test
    void serversThatAreNotThereAndPortsThatAreTakenAreOneSentenceEach() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var port = String.valueOf(taken.getLocalPort());

            // each of these two waits ten seconds for an answer
            var worker = typing("worker", "--kafka", "127.0.0.1:9", "--env", "AGENT_*");
            var coordinator = typing("coordinator", "--no-token", "--port", "0", "--kafka", "127.0.0.1:9", "--database",
                    "jdbc:postgresql://127.0.0.1:9/muster");

            assertBroken(run("good.jsonl", "--coordinator", "http://127.0.0.1:9"), 3, "127.0.0.1:9");
            assertBroken(worker.join(), 3, "is the broker running");
            assertBroken(coordinator.join(), 3, "is it running");
            assertBroken(Command.type(home, "demo", "--serve", "--port", port), 2, "in use");
            assertBroken(Command.type(home, "report", "19990101"), 2, "muster runs");
        }
    }

    @Tag("slow")
    @Test
    void twoRunsAtOnceShareADatabaseAndDoNotDisturbEachOther() throws Exception {
        try (var agent = MockAgentProcess.start()) {
            Files.writeString(project.resolve("mock.yaml"),
                    "agents: { mock: { protocol: ag-ui, url: \"" + agent.aguiUrl(200) + "\" } }\n");
            var many = new StringBuilder();
            for (int n = 0; n < 60; n++) {
                many.append("{\"id\": \"m").append(n).append("\", \"input\": \"hello\"}\n");
            }
            Files.writeString(project.resolve("many.jsonl"), many);

            var one = CompletableFuture.supplyAsync(CommandsIT::runMany);
            var two = CompletableFuture.supplyAsync(CommandsIT::runMany);

            assertThat(one.join().output()).contains("Passed:  60");
            assertThat(two.join().output()).contains("Passed:  60");
            assertThat(one.join().code() + two.join().code()).isZero();
        }
    }

    private static Command runMany() {
        try {
            return Command.type(home, "run", "-i", project.resolve("many.jsonl").toString(), "--config",
                    project.resolve("mock.yaml").toString());
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    private static Command run(String suite, String... more) throws Exception {
        var words = new String[5 + more.length];
        words[0] = "run";
        words[1] = "-i";
        words[2] = project.resolve(suite).toString();
        words[3] = "--config";
        words[4] = project.resolve("muster.yaml").toString();
        System.arraycopy(more, 0, words, 5, more.length);
        return Command.typeHere(home, Map.of(), words);
    }

    private static CompletableFuture<Command> typing(String... words) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return Command.type(home, words);
            } catch (IOException | InterruptedException e) {
                throw new CompletionException(e);
            }
        });
    }

    private static void assertBroken(Command command, int code, String words) {
        assertThat(command.code()).as(command.output()).isEqualTo(code);
        assertThat(command.lines()).as(command.output()).filteredOn(line -> !line.startsWith("muster: waiting for "))
                .singleElement().asString().startsWith("muster: ")
                .contains(words).doesNotContain("Exception");
    }
}
