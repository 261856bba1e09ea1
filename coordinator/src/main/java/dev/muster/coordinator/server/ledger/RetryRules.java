package dev.muster.coordinator.server.ledger;

import module java.base;
import dev.muster.common.message.AttemptFinished;
import dev.muster.common.result.Cause;
import dev.muster.coordinator.server.ledger.CaseState.Loss;
import dev.muster.coordinator.server.ledger.CaseState.Progress;

/**
 * Decides which attempts are retried, and when.
 *
 * @param retries maximum number of retries for the causes that the failure table marks
 * @param losses maximum number of lost attempts, isolated ones included, before the case is given up
 * @param firstDelay doubled for each retry
 * @param failures maximum number of retries for a case in which the agent failed
 */
public record RetryRules(int retries, int losses, Duration firstDelay, int failures) {

    /** How often a case may come back without a report although a worker passed its order. */
    public static final int MOST_RETURNS = 3;

    /** How often an attempt is repeated because its worker did not run for a while. */
    static final int MOST_PAUSES = 3;

    private static final Duration LONGEST = Duration.ofSeconds(30);

    /** The first two make a suspect, which runs isolated; losses beyond that have other causes. */
    private static final int MOST_LOSSES = 5;

    public static RetryRules retries(int retries) {
        return new RetryRules(retries, MOST_LOSSES, Duration.ofSeconds(1), 0);
    }

    /** @param times how often a failed case is retried */
    public RetryRules tryingFailed(int times) {
        return new RetryRules(retries, losses, firstDelay, times);
    }

    boolean mayGoAgain(Progress progress, AttemptFinished report) {
        if (report.result().verdict().cause() == Cause.WORKER_LOST) {
            boolean itsOwnDoing = progress.suspect() && !report.again();
            return !itsOwnDoing && mayBeLostAgain(progress, Loss.WORKER);
        }
        if (report.result().verdict().blamesAgent()) {
            return false; // whatever the worker reports
        }
        var own = progress.testCase().limits().retries();
        return report.again() && progress.retries() < (own == null ? retries : own);
    }

    boolean mayFailAgain(Progress progress, AttemptFinished report) {
        return report.result().verdict().blamesAgent() && progress.failures() < failures;
    }

    boolean mayBeLostAgain(Progress progress, Loss how) {
        return progress.lost(how).losses() < losses;
    }

    Duration delay(Progress progress) {
        var delay = firstDelay.multipliedBy(1L << Math.min(progress.retries(), 10));
        return delay.compareTo(LONGEST) > 0 ? LONGEST : delay;
    }
}
