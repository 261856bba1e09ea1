package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.Command;
import dev.muster.cli.testing.MusterProject;
import dev.muster.cli.testing.ScriptedModel;
import dev.muster.cli.testing.TestProject;
import dev.muster.common.json.Json;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests what a user sees of what is new since the baseline: the console, the files, the gate and its exit code. */
@MusterProject
final class BaselineIT {

    private final TestProject muster;

    BaselineIT(TestProject muster) {
        this.muster = muster;
    }

    private static final AtomicReference<String> ANSWER = new AtomicReference<>("fine");

    @BeforeAll
    static void tellTheAgent(ScriptedModel agent) {
        agent.saying("/good", "fine").saying("/changing", ANSWER::get).saying("/bad", "no");
    }

    private void project(String gate) throws IOException {
        muster.write("muster.yaml", """
                agents: { shop: { protocol: openai, connector: good } }
                connectors:
                  good: { url: "%1$s/good" }
                  bad: { url: "%1$s/bad" }
                  changing: { url: "%1$s/changing" }
                gate: { %2$s }
                """.formatted(muster.agent().url(), gate));
        muster.write("s.jsonl", Stream.of("good", "bad", "changing").map("""
                {"id": "%1$s", "input": "hi", "options": {"connector": "%1$s"}, "assertions": [{"type": "contains", "value": "fine"}]}
                """::formatted).collect(Collectors.joining()));
        ANSWER.set("fine");
        muster.database().update("UPDATE runs SET whole = false"); // the other tests have the same inputs
    }

    private Command answering(String answer, String... flags) {
        ANSWER.set(answer);
        return muster.run(flags);
    }

    private static List<String> gate(Command told) {
        return told.output().lines().dropWhile(line -> !line.startsWith("  Gate")).takeWhile(line -> !line.isEmpty())
                .map(String::strip).toList();
    }

    @Test
    void whatIsNewIsToldBelowTheSummaryAndInEveryFile() throws IOException {
        project("");
        answering("fine");
        var first = muster.newest();

        var told = answering("no", "-o", muster.file("r.json"), "-o", muster.file("r.md"), "-o", muster.file("r.xml"),
                "-o", muster.file("r.html"));

        assertThat(told.code()).as(told.output()).isEqualTo(1);
        assertThat(told.output()).containsSubsequence("Summary", "Total:", "Since " + first + ":", "Newly failing: 1",
                "1/1 → 0/1  s.jsonl#changing", "fine", "Still failing: 1", "Look closer:");
        assertThat(told.output()).doesNotContain("Gate:");
        var news = Json.MAPPER.readTree(Files.readString(Path.of(muster.file("r.json")))).path("news");
        assertThat(news.path("baseline").asString()).isEqualTo(first);
        assertThat(news.path("newly_failing").asInt()).isEqualTo(1);
        assertThat(news.path("cases").path(0).path("key").asString()).isEqualTo("s.jsonl#changing");
        assertThat(news.path("cases").path(0).path("before").asString()).isEqualTo("1/1");
        assertThat(Files.readString(Path.of(muster.file("r.md")))).contains("### Since " + first,
                "**Newly failing: 1**",
                "s.jsonl#changing", "1/1 → 0/1: ");
        assertThat(Files.readString(Path.of(muster.file("r.xml")))).contains(
                "<property name=\"baseline\" value=\"" + first,
                "<property name=\"newly_failing\" value=\"1\"/>", "Newly failing: s.jsonl#changing 1/1 → 0/1");
        assertThat(Files.readString(Path.of(muster.file("r.html")))).contains("\"news\":{\"baseline\":\"" + first,
                "{\"kind\":\"newly_failing\",\"key\":\"s.jsonl#changing\"");
        assertThat(muster.type("report").output()).containsSubsequence("Since " + first + ":", "s.jsonl#changing");
        assertThat(answering("fine").output()).contains("Fixed: 1", "0/1 → 1/1  s.jsonl#changing");
    }

    @Test
    @Tag("slow")
    void withABaselineAndNothingNewThisIsSaid() throws IOException {
        project("");
        assertThat(muster.run("-k", "good").output()).doesNotContain("Since ");
        answering("fine", "-k", "!bad");
        muster.database().update("UPDATE runs SET whole = true");
        var first = muster.newest();

        var told = muster.run("-k", "good", "-o", muster.file("r.md"), "-o", muster.file("r.html"));

        assertThat(told.output()).containsSubsequence("Summary", "Since " + first + ": nothing new");
        assertThat(Files.readString(Path.of(muster.file("r.md"))))
                .contains("### Since " + first + "\n\nNothing new.\n");
        assertThat(Files.readString(Path.of(muster.file("r.html"))))
                .contains("\"news\":{\"baseline\":\"" + first + "\"");
    }

    @Test
    void anErrorIsNotCalledNothingNew() throws IOException {
        project("");
        answering("fine");
        var first = muster.newest();

        var config = Path.of(muster.file("muster.yaml"));
        Files.writeString(config,
                Files.readString(config).replace(muster.agent().url().toString(), "http://127.0.0.1:1"));

        var unreachable = muster.run("-o", muster.file("r.md"));

        assertThat(unreachable.output()).contains("Since " + first + ": nothing new; 3 errors were not compared");
        assertThat(Files.readString(Path.of(muster.file("r.md"))))
                .contains("Nothing new; 3 errors were not compared.");
    }

    @Test
    void theGateCountsOnlyWhatIsNewAndFallsBackToThePassRate() throws IOException {
        project("newly_failing: 0, min_pass_rate: 0.6");

        var first = answering("fine", "-o", muster.file("r.json"));
        var second = answering("fine");
        var third = answering("no");

        assertThat(first.code()).as(first.output()).isZero();
        assertThat(gate(first)).containsExactly("Gate: passed (pass rate 66.66 %, gate.min_pass_rate is 60 %)",
                "There is no baseline: no earlier whole run of these inputs passed its gate.",
                "--baseline RUN names one.");
        assertThat(Json.MAPPER.readTree(Files.readString(Path.of(muster.file("r.json")))).at("/gate_outcome/passed")
                .asBoolean()).isTrue();
        assertThat(second.code()).as(second.output()).isZero();
        assertThat(second.output()).contains("Gate: passed (no case is newly failing since ");
        assertThat(third.code()).as(third.output()).isEqualTo(1);
        assertThat(third.output()).contains("Gate failed: 1 case is newly failing since ");
        assertThat(muster.type("report").code()).isEqualTo(1);
        assertThat(muster.type("report").output()).contains("Gate failed: 1 case is newly failing");
        var again = answering("no");
        assertThat(again.code()).as("a red run is no baseline: " + again.output()).isEqualTo(1);
        assertThat(again.output()).contains("Gate failed: 1 case is newly failing since ");
        assertThat(answering("fine").code()).isZero();
    }

    @Test
    void aRunWithoutAPassedOneBeforeItHasNoBaseline() throws IOException {
        project("newly_failing: 0");

        var first = answering("no");
        var second = answering("no");

        assertThat(List.of(first.code(), second.code())).containsOnly(1);
        assertThat(gate(second)).containsExactly("Gate failed: 33.33 % passed (1 of 3), gate.min_pass_rate is 100 %",
                "There is no baseline: no earlier whole run of these inputs passed its gate.",
                "--baseline RUN names one.");
    }

    @Test
    void aChangedCaseThatFailsIsNewlyFailing() throws IOException {
        project("newly_failing: 0, min_pass_rate: 0.6");
        answering("fine");
        muster.write("s.jsonl", muster.read("s.jsonl").replace("\"id\": \"changing\", \"input\": \"hi\"",
                "\"id\": \"changing\", \"input\": \"hello\""));

        var changed = answering("no");

        assertThat(changed.code()).as(changed.output()).isEqualTo(1);
        assertThat(changed.output().replaceAll("\\s+", " ")).contains("Changed: 1")
                .contains("Gate failed: 1 case is newly failing since ",
                        ", 1 of them changed, gate.newly_failing is 0");
        assertThat(answering("no").code()).isEqualTo(1);
    }

    @Test
    @Tag("slow")
    void aResultFileIsABaselineWhereThereIsNoHistory() throws IOException {
        project("newly_failing: 0");
        for (var name : List.of("r.jsonl", "r.json")) {
            answering("fine", "-o", muster.file(name));
            muster.database().update("UPDATE runs SET whole = false");

            var told = answering("no", "--baseline", muster.file(name), "-o", muster.file("now.json"));

            assertThat(told.code()).as(told.output()).isEqualTo(1);
            assertThat(told.output()).containsSubsequence("Since ", "Newly failing: 1", "1/1 → 0/1  s.jsonl#changing",
                    "Still failing: 1", "Gate failed: 1 case is newly failing");
            assertThat(muster.type("report").code()).isEqualTo(1);
            assertThat(muster.type("report").output()).contains("Newly failing: 1");
        }
    }

    @Test
    void aRunIsABaselineByItsName() throws IOException {
        project("newly_failing: 0");
        answering("no");
        var failing = muster.newest();
        answering("fine");

        var told = answering("no", "--baseline", failing);

        assertThat(told.code()).as(told.output()).isZero();
        assertThat(told.output()).contains("Since " + failing + ":", "Still failing: 2");
    }

    @Test
    void aBaselineThatIsNotThereStopsTheRunBeforeItBegins() throws IOException {
        project("");
        muster.write("odd.jsonl", "nonsense");

        var run = muster.run("--baseline", "20200101-0000-nobody");
        var file = muster.run("--baseline", muster.file("gone.jsonl"));
        var odd = muster.run("--baseline", muster.file("odd.jsonl"));

        assertThat(List.of(run.code(), file.code(), odd.code())).containsOnly(2);
        assertThat(run.output()).contains(
                "--baseline: run 20200101-0000-nobody not found; list runs with muster runs");
        assertThat(file.output()).contains("gone.jsonl: file not found");
        assertThat(odd.output()).contains("odd.jsonl is not a result file of muster run -o");
    }
}
