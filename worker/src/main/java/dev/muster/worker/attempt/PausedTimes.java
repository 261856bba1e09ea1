package dev.muster.worker.attempt;

import module java.base;
import dev.muster.common.assertion.ForeignCheck;
import dev.muster.common.assertion.LimitCheck;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Verdict;
import dev.muster.common.time.Durations;

/** Decides what an attempt says during which this process did not run for a while: nothing about the agent's time. */
final class PausedTimes {

    private static final Duration LONG = Duration.ofSeconds(2);

    private PausedTimes() {}

    /**
     * Whether the attempt failed only for a time that includes the pause. A time-out stands unless the pause was long.
     */
    static boolean mayHaveFailed(CaseResult result, Duration lost) {
        boolean late = result.verdict().cause() == Cause.AGENT_TIMEOUT || result.verdict().cause() == Cause.TIMEOUT;
        return (late && lost.compareTo(LONG) > 0)
                || (result.verdict().cause() == Cause.ASSERTION && result.failures().findAny().isPresent()
                        && result.failures().allMatch(failure -> isWithin(failure, lost)));
    }

    /** Whether a limit of time would have held without the pause. */
    private static boolean isWithin(AssertionResult failure, Duration lost) {
        var check = failure.assertion().check();
        long limit = check instanceof LimitCheck.MaxDuration(var ms) ? ms : -1;
        var evidence = failure.evidence();
        boolean limits = check instanceof LimitCheck.MaxDuration || check instanceof LimitCheck.MaxGap
                || (check instanceof ForeignCheck.AgUi(var clause) && clause.limits());
        return limits && (limit < 0 || evidence == null || evidence.found() == null || !evidence.found().isNumber()
                || evidence.found().longValue() - lost.toMillis() <= limit);
    }

    static CaseResult voided(CaseResult result, Duration lost) {
        var failure = result.verdict().error() != null ? result.verdict().error()
                : result.failures().map(AssertionResult::reason).filter(Objects::nonNull).findFirst().orElse("");
        return result.with(Verdict.error(Cause.WORKER_PAUSED, "the worker did not run for " + Durations.text(lost)
                + " of this attempt, so its times are not those of the agent: " + failure));
    }
}
