package dev.muster.coordinator.analysis.news;

import module java.base;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.run.NewsKind;

/**
 * What the repeats of a case in a cell came to.
 *
 * @param passed repeats that passed, also on a retry
 * @param judged repeats that say something about the agent
 * @param flaky those that passed only on a retry
 * @param skipped repeats that the suite skips
 */
public record Tries(int passed, int judged, int flaky, int skipped) {

    public static final Tries NONE = new Tries(0, 0, 0, 0);

    public enum Outcome {
        PASSES,
        FLAKY,
        WAVERS,
        FAILS,
        SKIPPED,
        /** Nothing says anything about the agent: errors, muted and cancelled repeats, or no repeat at all. */
        UNKNOWN
    }

    /** Returns one repeat; what says nothing about the agent counts neither way. */
    public static Tries of(Status status, Cause cause) {
        if (cause.inRates()) {
            boolean flaky = status == Status.FLAKY;
            return new Tries(flaky || status == Status.PASSED ? 1 : 0, 1, flaky ? 1 : 0, 0);
        }
        boolean skipped = status == Status.SKIPPED && cause != Cause.SIMULATOR_ERROR && cause != Cause.DECIDED
                && cause != Cause.MUTED;
        return skipped ? new Tries(0, 0, 0, 1) : NONE;
    }

    public Tries plus(Tries other) {
        return new Tries(passed + other.passed, judged + other.judged, flaky + other.flaky, skipped + other.skipped);
    }

    public Outcome outcome() {
        if (judged == 0) {
            return skipped > 0 ? Outcome.SKIPPED : Outcome.UNKNOWN;
        }
        if (2 * passed < judged) {
            return Outcome.FAILS;
        }
        return passed < judged ? Outcome.WAVERS : flaky > 0 ? Outcome.FLAKY : Outcome.PASSES;
    }

    /** Returns what is new about a case since these tries; empty when nothing is. */
    Optional<NewsKind> since(Tries now, boolean changed) {
        var before = outcome();
        boolean unjudged = before == Outcome.UNKNOWN || before == Outcome.SKIPPED;
        return Optional.ofNullable(switch (now.outcome()) {
            case FAILS -> unjudged ? NewsKind.NEW : before == Outcome.FAILS ? NewsKind.STILL_FAILING
                    : changed ? NewsKind.CHANGED : NewsKind.NEWLY_FAILING;
            case WAVERS -> unjudged ? NewsKind.NEW : before == Outcome.WAVERS ? null : NewsKind.WAVERING;
            case FLAKY -> NewsKind.FLAKY;
            case PASSES -> before == Outcome.FAILS ? NewsKind.FIXED : null;
            case SKIPPED -> unjudged ? null : NewsKind.NEWLY_SKIPPED;
            case UNKNOWN -> null;
        });
    }

    /** Formats them for people, such as {@code 2/3}. */
    String text() {
        return judged == 0 ? skipped > 0 ? "skipped" : "–" : passed + "/" + judged;
    }
}
