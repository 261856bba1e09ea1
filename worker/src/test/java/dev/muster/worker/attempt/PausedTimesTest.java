package dev.muster.worker.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.LimitCheck;
import dev.muster.common.assertion.TextCheck;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Evidence;
import dev.muster.common.result.Status;
import dev.muster.common.testing.TestResult;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.LongNode;

final class PausedTimesTest {

    private static final Duration LOST = Duration.ofSeconds(2);

    private static CaseResult failed(Cause cause, AssertionResult... assertions) {
        return TestResult.of("s#c", "c").status(Status.FAILED).cause(cause).assertions(List.of(assertions)).make();
    }

    private static AssertionResult tookMs(long ms) {
        return new AssertionResult(Assertion.of(new LimitCheck.MaxDuration(1_000)), false, "it was " + ms + " ms", null,
                new Evidence(LongNode.valueOf(1_000), LongNode.valueOf(ms), null, List.of()));
    }

    private static final AssertionResult OTHER = new AssertionResult(
            Assertion.of(new TextCheck.Contains(List.of("x"), false)), false, "no x");

    @Test
    void aTimeThatMayHaveBeenThePauseSaysNothing() {
        assertThat(PausedTimes.mayHaveFailed(failed(Cause.ASSERTION, tookMs(2_900)), LOST)).isTrue();
        assertThat(PausedTimes.mayHaveFailed(failed(Cause.ASSERTION, tookMs(3_001)), LOST)).isFalse();
        assertThat(PausedTimes.mayHaveFailed(failed(Cause.ASSERTION, tookMs(2_900), OTHER), LOST)).isFalse();
        assertThat(PausedTimes.mayHaveFailed(failed(Cause.AGENT_TIMEOUT), LOST)).isFalse();
        assertThat(PausedTimes.mayHaveFailed(failed(Cause.AGENT_ERROR), LOST)).isFalse();
    }

    @Test
    void theResultSaysHowLongTheWorkerWasStopped() {
        var voided = PausedTimes.voided(failed(Cause.ASSERTION, tookMs(2_900)), LOST).verdict();

        assertThat(voided.cause()).isEqualTo(Cause.WORKER_PAUSED);
        assertThat(voided.error()).isEqualTo("the worker did not run for 2s of this attempt, so its times are not"
                + " those of the agent: it was 2900 ms");
    }
}
