package dev.muster.system.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.cli.testing.Command;
import dev.muster.cli.testing.MusterProject;
import dev.muster.cli.testing.ScriptedModel;
import dev.muster.cli.testing.TestProject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the gate as a build uses it: the command line, the exit code, and one sentence that says why. */
@MusterProject
final class GateIT {

    private final TestProject muster;

    GateIT(TestProject muster) {
        this.muster = muster;
    }

    private static final AtomicInteger ASKED_MOODY = new AtomicInteger();

    @BeforeAll
    static void tellTheAgent(ScriptedModel agent) {
        agent.saying("/good", "fine").saying("/bad", "no").refusing("/closed").saying("/moody",
                () -> ASKED_MOODY.getAndIncrement() == 0 ? "no" : "fine");
    }

    @Test
    void withoutAGateOneFailureIsEnough() throws IOException {
        suite("good", "good", "good", "bad");

        assertThat(gated("").code()).isEqualTo(1);
    }

    @Test
    @Tag("slow")
    void thePassRateMustReachItsBar() throws IOException {
        suite("good", "good", "good", "bad");

        holds("min_pass_rate: 0.75");
        fails("min_pass_rate: 0.8", "Gate failed: 75 % passed (3 of 4), gate.min_pass_rate is 80 %");
    }

    @Test
    @Tag("slow")
    void whatCouldNotBeJudgedIsCounted() throws IOException {
        suite("good", "good", "good", "closed", "closed");

        holds("max_infrastructure_errors: 2");
        fails("max_infrastructure_errors: 1", "Gate failed: 2 cases could not be judged (2 infrastructure), "
                + "gate.max_infrastructure_errors is 1");
    }

    @Test
    @Tag("slow")
    void skipsAreBounded() throws IOException {
        suite("good", "good", "good", "skip");

        holds("max_skipped: 0.25");
        fails("max_skipped: 0.2", "Gate failed: 25 % were skipped (1 of 4), gate.max_skipped is 20 %");
    }

    @Test
    @Tag("slow")
    void flakyCasesPassWhereTheyMay() throws IOException {
        suite("good", "moody");

        ASKED_MOODY.set(0);
        assertThat(gated("allow_flaky: true", "--retry-failed", "1").code()).isZero();
        ASKED_MOODY.set(0);
        var refused = gated("max_skipped: 0.5", "--retry-failed", "1");

        assertThat(refused.code()).as(refused.output()).isEqualTo(1);
        assertThat(gate(refused)).isEqualTo("Gate failed: 50 % passed (1 of 2), gate.min_pass_rate is 100 %");
    }

    @Test
    void aRegressionFailsAComparisonAndAnImprovementDoesNot() throws IOException {
        suite(times(20, "good"));
        gated("");
        var good = muster.newest();
        suite(times(20, "bad"));
        gated("min_pass_rate: 0");
        var bad = muster.newest();

        var worse = muster.type("compare", good, bad, "--gate");
        var better = muster.type("compare", bad, good, "--gate");

        assertThat(worse.code()).as(worse.output()).isEqualTo(1);
        assertThat(gate(worse))
                .isEqualTo("Gate failed: " + bad + " (shop) is worse on 20 cases, and that is significant "
                        + "(p < 0.001).");
        assertThat(better.code()).as(better.output()).isZero();
        assertThat(better.output()).doesNotContain("Gate:");
        assertThat(muster.type("compare", good, bad).code()).isZero();
    }

    @Test
    @Tag("slow")
    void aLaterSideMustHoldItsOwnGateToo() throws IOException {
        suite("good", "good", "good", "bad");
        gated("min_pass_rate: 0.5");
        var lenient = muster.newest();
        gated("min_pass_rate: 0.9");
        var strict = muster.newest();

        assertThat(muster.type("compare", strict, lenient, "--gate").code()).isZero();
        var refused = muster.type("compare", lenient, strict, "--gate");

        assertThat(refused.code()).isEqualTo(1);
        assertThat(gate(refused)).isEqualTo("Gate failed: of " + strict + " (shop), 75 % passed (3 of 4), "
                + "gate.min_pass_rate is 90 %");
    }

    @Test
    @Tag("slow")
    void itFailsClosedWhereThereIsNothingToHoldARunTo() throws IOException {
        suite("good", "good");
        gated("");
        var good = muster.newest();
        suite("closed", "closed");
        var broken = gated("max_infrastructure_errors: 9");
        var judgedNothing = muster.newest();

        var unknown = muster.type("compare", "20200101-0000-nobody", good, "--gate");
        var empty = muster.type("compare", judgedNothing, good, "--gate");

        assertThat(unknown.code()).as(unknown.output()).isEqualTo(2);
        assertThat(unknown.output()).contains("run 20200101-0000-nobody not found");
        assertThat(empty.code()).as(empty.output()).isEqualTo(1);
        assertThat(gate(empty))
                .isEqualTo("Gate failed: no case was judged on both " + judgedNothing + " (shop) and " + good
                        + " (shop).");
        assertThat(broken.code()).as(broken.output()).isNotZero();
    }

    private void holds(String gate) throws IOException {
        var run = gated(gate);
        assertThat(run.code()).as(run.output()).isZero();
        assertThat(run.output()).doesNotContain("Gate failed");
        assertThat(muster.type("report").code()).isZero();
    }

    private void fails(String gate, String sentence) throws IOException {
        var run = gated(gate);
        assertThat(run.code()).as(run.output()).isEqualTo(1);
        assertThat(gate(run)).isEqualTo(sentence);
        var report = muster.type("report");
        assertThat(report.code()).isEqualTo(1);
        assertThat(gate(report)).isEqualTo(sentence);
    }

    /** Returns the one sentence, whatever its line breaks. */
    private static String gate(Command told) {
        assertThat(told.output()).as(told.output()).containsOnlyOnce("Gate failed: ");
        return told.output().substring(told.output().indexOf("Gate failed: ")).lines().map(String::strip)
                .takeWhile(line -> !line.isEmpty()).collect(Collectors.joining(" "));
    }

    /** Writes a case for each path of the agent, or one that is skipped. */
    private void suite(String... paths) throws IOException {
        muster.write("s.jsonl", IntStream.range(0, paths.length)
                .mapToObj(number -> testCase("c" + number, paths[number])).collect(Collectors.joining("\n")));
    }

    private static String testCase(String id, String path) {
        return path.equals("skip") ? "{\"id\": \"" + id + "\", \"input\": \"hi\", \"skip\": true}" : """
                {"id": "%s", "input": "hi", "options": {"connector": "%s"}, "assertions": [{"type": "contains", "value": "fine"}]}\
                """.formatted(id, path);
    }

    private static String[] times(int cases, String path) {
        return Collections.nCopies(cases, path).toArray(String[]::new);
    }

    private Command gated(String gate, String... flags) throws IOException {
        muster.write("muster.yaml", """
                agents: { shop: { protocol: openai, connector: good } }
                connectors:
                  good: { url: "%1$s/good" }
                  bad: { url: "%1$s/bad" }
                  moody: { url: "%1$s/moody" }
                  closed: { url: "%1$s/closed" }
                gate: { %2$s }
                """.formatted(muster.agent().url(), gate));
        return muster.run(flags);
    }
}
