package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.testing.Command;
import dev.muster.cli.testing.MusterProject;
import dev.muster.cli.testing.ScriptedModel;
import dev.muster.cli.testing.TestProject;
import dev.muster.cli.up.UpFile;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests several agents, connectors and repeats, as commands: each case runs once in each cell and repeat. */
@MusterProject
final class MatrixIT {

    private final TestProject muster;

    MatrixIT(TestProject muster) {
        this.muster = muster;
    }

    @BeforeAll
    static void tellTheAgent(ScriptedModel agent) {
        agent.saying("/good", "fine").saying("/bad", "no");
    }

    @BeforeEach
    void makeProject() throws IOException {
        muster.write("muster.yaml", """
                agents:
                  good: { protocol: openai, connector: well }
                  bad: { protocol: openai, url: "%1$s/bad" }
                connectors:
                  well: { url: "%1$s/good", pricing: { input_per_million: 1.0, output_per_million: 2.0 } }
                  ill: { url: "%1$s/bad", model: m }
                """.formatted(muster.agent().url()));
        muster.write("s.jsonl", """
                {"id": "hi", "input": "hello"}
                {"id": "fine", "input": "how are you", "assertions": [{"type": "contains", "value": "fine"}]}
                {"id": "own", "input": "you", "agent": "good", "repeat": 2}
                """);
    }

    @AfterEach
    void deleteResults() throws IOException {
        Files.deleteIfExists(muster.folder().resolve("r.jsonl"));
    }

    @Test
    void everyCaseIsRunInEachCellAndRepeat() throws IOException {
        var run = muster.run("-n", "good", "-n", "bad", "--repeat", "3", "-o", muster.file("r.jsonl"));

        assertThat(run.code()).as(run.output()).isEqualTo(1);
        assertThat(run.output()).contains("(16 results in 2 cells, 3 repeats)", "Cells: good, bad",
                "[fine] · bad · repeat ", "  fine  ✓✓✓   ✗✗✗\n", "Total:   16 tests", "Passed:  13",
                "Failed:  3 (assertion 3)",
                "  good                  8          0          0          0          0    100.0 %\n",
                "  bad                   5          3          0          0          0     62.5 %\n");
        assertThat(places()).containsExactlyInAnyOrder("hi good 0", "hi good 1", "hi good 2", "hi bad 0", "hi bad 1",
                "hi bad 2", "fine good 0", "fine good 1", "fine good 2", "fine bad 0", "fine bad 1", "fine bad 2",
                "own good 0", "own good 1", "own bad 0", "own bad 1");
    }

    @Test
    @Tag("slow")
    void whatFailedIsRunAgainAndNothingElse() throws IOException {
        muster.run("-n", "good", "-n", "bad", "--repeat", "3");

        var again = muster.type("run", "--rerun-failed", muster.newest(), "-o", muster.file("r.jsonl"));
        var andAgain = muster.type("run", "--rerun-failed", muster.newest());

        assertThat(again.code()).as(again.output()).isEqualTo(1);
        assertThat(places()).containsExactlyInAnyOrder("fine bad 0", "fine bad 1", "fine bad 2");
        assertThat(andAgain.output()).contains("Failed:  3 (assertion 3)", "Total:   3 tests");
    }

    @Test
    void connectorsAreCellsTooAndBeatWhatAgentsHave() throws IOException {
        var run = muster.run("-n", "good", "-c", "well", "-c", "ill", "-o", muster.file("r.jsonl"));

        assertThat(run.output()).contains("Cells: good / well, good / ill", "[fine] · good / ill",
                "  good / ill            3          1          0          0          0     75.0 %\n");
        assertThat(muster.database().list("""
                SELECT DISTINCT cell, tokens_in, tokens_out, cost_usd, turns FROM results
                WHERE run_id = (SELECT run_id FROM runs ORDER BY created_at DESC LIMIT 1) ORDER BY cell
                """, row -> row.getInt(1) + ": " + row.getLong(2) + ", " + row.getLong(3) + ", " + row.getString(4)
                + ", " + row.getInt(5))).containsExactly("0: 10, 5, 0.00002, 1", "1: 10, 5, null, 1");
    }

    @Test
    void aComparisonSaysWhyACaseNewlyFails() throws IOException {
        var run = muster.run("-n", "good", "-n", "bad", "-k", "fine", "--repeat", "2");
        var compared = muster.type("compare", muster.newest(), "-o", muster.file("c.md"));

        assertThat(run.output()).contains("Total:   4 tests (1 case × 2 cells × 2 repeats)\n");
        assertThat(compared.output()).containsPattern(
                "2/2 → 0/2  \\S+#fine \\(assertion\\)\n      .*contain.*\"fine\"");
        assertThat(muster.read("c.md")).containsPattern("fine \\(assertion\\): .*fine");
    }

    @Test
    void repeatsStopAsSoonAsTheirCaseIsDecided() throws IOException {
        var run = muster.run("-n", "good", "-n", "bad", "--repeat", "4", "--stop-repeats", "-o",
                muster.file("r.jsonl"));

        assertThat(run.output()).contains("Total:   20 tests", "Failed:  1 (assertion 1)", "Skipped: 3 (decided 3)")
                .doesNotContain("[fine] · bad · repeat 2");
        assertThat(places()).hasSize(20).contains("fine good 3", "fine bad 3");
        assertThat(Files.readString(muster.folder().resolve("r.jsonl"))).contains("an earlier repeat did not pass");
    }

    @Test
    void whatIsWrongWithAnyCellIsToldBeforeAnythingRuns() throws IOException {
        muster.write("s.jsonl", "{\"id\": \"hi\", \"input\": \"hello\", \"options\": {\"connector\": \"wel\"}}\n");

        var flags = muster.run("-n", "godo", "-n", "good", "-n", "good", "-c", "no");
        var connector = muster.run("-n", "good", "-n", "bad");
        var repeat = muster.run("--repeat", "0");

        assertThat(flags.code()).isEqualTo(2);
        assertThat(flags.output()).contains("-n godo: unknown agent 'godo'", "-n good: agent 'good' is named twice",
                "-c no: unknown connector 'no'").doesNotContain("Running Tests");
        assertThat(connector.output()).contains("s.jsonl:1:").contains("unknown connector 'wel'");
        assertThat(connector.code()).isEqualTo(2);
        assertThat(repeat.output()).contains("--repeat takes a whole number from 1 to 10000");
    }

    @Tag("slow")
    @Test
    void aFleetDoesTheSame() throws Exception {
        var up = Command.type(muster.home(), "up", "--workers", "2", "--slots", "4", "--detach");
        assertThat(up.code()).as(up.output()).isZero();
        try {
            var coordinator = UpFile.read(new Home(muster.home()).upFile()).orElseThrow().coordinator().url();

            var run = muster.run("-n", "good", "-n", "bad", "--repeat", "3", "--coordinator", coordinator, "-o",
                    muster.file("r.jsonl"));

            assertThat(run.output()).contains("Passed:  13", "Failed:  3 (assertion 3)");
            assertThat(places()).hasSize(16).doesNotHaveDuplicates();
        } finally {
            assertThat(Command.type(muster.home(), "down").code()).isZero();
        }
    }

    private List<String> places() throws IOException {
        var places = new ArrayList<String>();
        for (var line : Files.readAllLines(muster.folder().resolve("r.jsonl"))) {
            var result = Json.MAPPER.readTree(line);
            places.add(result.path("id").stringValue() + " " + result.path("cell").path("agent").stringValue() + " "
                    + result.path("repeat").asInt());
        }
        return places;
    }
}
