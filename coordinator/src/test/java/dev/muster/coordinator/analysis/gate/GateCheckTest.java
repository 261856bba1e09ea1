package dev.muster.coordinator.analysis.gate;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.config.Gate;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.figures.Count;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.News;
import org.junit.jupiter.api.Test;

class GateCheckTest {

    private static final Count PASSED = new Count(Status.PASSED, Cause.NONE, 27);
    private static final Count FAILED = new Count(Status.FAILED, Cause.ASSERTION, 3);

    @Test
    void aRateBelowTheBarFails() {
        assertThat(GateCheck.failure(new Gate(0.95, 0, 1, false), List.of(PASSED, FAILED)))
                .contains("90 % passed (27 of 30), gate.min_pass_rate is 95 %");
        assertThat(GateCheck.failure(new Gate(0.9, 0, 1, false), List.of(PASSED, FAILED))).isEmpty();
    }

    @Test
    void aRateIsNeverRoundedUpToTheBar() {
        var counts = List.of(new Count(Status.PASSED, Cause.NONE, 999_999),
                new Count(Status.FAILED, Cause.ASSERTION, 1));

        assertThat(GateCheck.failure(Gate.NONE, counts))
                .contains("99.99 % passed (999999 of 1000000), gate.min_pass_rate is 100 %");
    }

    @Test
    void whatSaysNothingAboutTheAgentCountsByItself() {
        var counts = List.of(PASSED, new Count(Status.ERROR, Cause.INFRASTRUCTURE, 2),
                new Count(Status.FAILED, Cause.HOOK_ERROR, 1), new Count(Status.SKIPPED, Cause.SIMULATOR_ERROR, 1));

        assertThat(GateCheck.failure(new Gate(1, 3, 1, false), counts)).contains("4 cases could not be judged "
                + "(2 infrastructure, 1 hook error, 1 simulator error), gate.max_infrastructure_errors is 3");
        assertThat(GateCheck.failure(new Gate(1, 4, 0, false), counts)).isEmpty();
    }

    @Test
    void runsThatTheAgentCancelledAreInNoRateAndCountByThemselves() {
        var counts = List.of(PASSED, new Count(Status.ERROR, Cause.CANCELLED_BY_AGENT, 2));

        assertThat(GateCheck.failure(Gate.NONE, counts)).contains("2 cases could not be judged "
                + "(2 cancelled by agent), gate.max_infrastructure_errors is 0");
        assertThat(GateCheck.failure(new Gate(1, 2, 0, false), counts)).isEmpty();
    }

    @Test
    void aSkipBeforeAnyAssertionWasTriedFailsWhateverMayBeSkipped() {
        var unchecked = new Count(Status.SKIPPED, Cause.UNCHECKED, 2);

        assertThat(GateCheck.failure(Gate.NONE, List.of(PASSED, unchecked))).get().asString()
                .startsWith("2 cases were skipped before their assertions were tried").contains("'type: scripted'");
        assertThat(GateCheck.failure(Gate.NONE, List.of(unchecked))).get().asString()
                .startsWith("2 cases were skipped");
        assertThat(GateCheck.failure(Gate.NONE, List.of(PASSED, new Count(Status.SKIPPED, Cause.MISSING_INPUT, 2))))
                .isEmpty();
        assertThat(GateCheck.outcome(Gate.NONE, List.of(PASSED, FAILED, unchecked), News.NONE, About.NOTHING))
                .isEmpty();
    }

    @Test
    void aPassOfWhichNothingWasCheckedFailsUnlessTheGateAllowsIt() {
        var unchecked = new Count(Status.PASSED, Cause.NOTHING_CHECKED, 1);
        var skipped = new Count(Status.SKIPPED, Cause.UNCHECKED, 1);

        assertThat(GateCheck.failure(Gate.NONE, List.of(PASSED, unchecked, skipped))).get().asString()
                .startsWith("1 case passed although nothing was checked").contains("gate.allow_unchecked");
        assertThat(GateCheck.failure(new Gate(1, 0, 1, false, null, true), List.of(PASSED, unchecked, skipped)))
                .isEmpty();
    }

    @Test
    void whatWasLeftOutAfterAFailureDidNotPass() {
        var counts = List.of(new Count(Status.PASSED, Cause.NONE, 50), new Count(Status.FAILED, Cause.ASSERTION, 5),
                new Count(Status.SKIPPED, Cause.DECIDED, 45));

        assertThat(GateCheck.failure(new Gate(0.9, 0, 1, false), counts)).contains("50 % passed (50 of 100, 45 of "
                + "which were not needed after a failure), gate.min_pass_rate is 90 %");
    }

    @Test
    void skipsAreAShareOfAll() {
        var counts = List.of(PASSED, new Count(Status.SKIPPED, Cause.SKIPPED, 9));

        assertThat(GateCheck.failure(new Gate(1, 0, 0.25, false), counts)).isEmpty();
        assertThat(GateCheck.failure(new Gate(1, 0, 0.2, false), counts))
                .contains("25 % were skipped (9 of 36), gate.max_skipped is 20 %");
    }

    @Test
    void whatIsMutedCountsForNothing() {
        var counts = List.of(PASSED, new Count(Status.SKIPPED, Cause.MUTED, 9));

        assertThat(GateCheck.failure(new Gate(1, 0, 0, false), counts)).isEmpty();
    }

    @Test
    void flakyCasesFailUnlessTheyMay() {
        var counts = List.of(PASSED, new Count(Status.FLAKY, Cause.ASSERTION, 1));

        assertThat(GateCheck.failure(new Gate(1, 0, 1, false), counts)).isPresent();
        assertThat(GateCheck.failure(new Gate(1, 0, 1, true), counts)).isEmpty();
    }

    @Test
    void theOutcomeSaysWhatWasDecidedAndWhy() {
        var news = new News("run-1", List.of());
        var about = new About(Map.of("branch", "feature"), null, 0L, null, null, null);
        var onlyNew = new Gate(0.6, 0, 1, false, 0);

        assertThat(GateCheck.outcome(new Gate(0.5, 0, 1, false), List.of(PASSED, FAILED), News.NONE, about)).get()
                .returns("Gate: passed (pass rate 90 %, gate.min_pass_rate is 50 %)", GateOutcome::text);
        assertThat(GateCheck.outcome(new Gate(0.95, 0, 1, false), List.of(PASSED, FAILED), News.NONE, about)).get()
                .returns("Gate failed: 90 % passed (27 of 30), gate.min_pass_rate is 95 %", GateOutcome::text);
        assertThat(GateCheck.outcome(onlyNew, List.of(PASSED, FAILED), news, about)).get()
                .returns("Gate: passed (no case is newly failing since run-1)", GateOutcome::text);
        assertThat(GateCheck.outcome(onlyNew, List.of(PASSED, FAILED), News.NONE, about)).get()
                .returns(
                        "Gate: passed (pass rate 90 %, gate.min_pass_rate is 60 %). There is no baseline: no earlier whole run "
                                + "of these inputs on branch feature passed its gate. --baseline RUN names one.",
                        GateOutcome::text);
        assertThat(GateCheck.outcome(Gate.NONE, List.of(PASSED, FAILED), News.NONE, about)).isEmpty();
        assertThat(GateCheck.outcome(Gate.NONE, List.of(PASSED), News.NONE, about)).isEmpty();
        assertThat(GateCheck.outcome(Gate.NONE, List.of(new Count(Status.SKIPPED, Cause.SKIPPED, 9)), News.NONE, about))
                .get().returns("Gate failed: no case passed or failed, so there is no pass rate (gate.min_pass_rate)",
                        GateOutcome::text);
    }

    @Test
    void whatIsNotKnownFails() {
        var lenient = new Gate(0, 1_000, 1, true);

        assertThat(GateCheck.failure(lenient, List.of())).isPresent();
        assertThat(GateCheck.failure(lenient, List.of(new Count(Status.ERROR, Cause.WORKER_LOST, 5)))).isPresent();
        assertThat(GateCheck.failure(lenient, List.of(PASSED, new Count(Status.CANCELLED, Cause.CANCELLED, 1))))
                .contains("1 case had no result when the run ended");
    }
}
