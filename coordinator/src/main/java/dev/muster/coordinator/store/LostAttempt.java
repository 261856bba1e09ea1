package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.result.Cause;

/** The sentence that is stored of a lost attempt says how it was lost: the next leader counts by it. */
public enum LostAttempt {
    WORKER("the worker was lost"),
    CROWD("the worker was lost with more than " + LostAttempt.MOST_SUSPECTS + " cases running"),
    WITH_COORDINATOR("the worker was lost, and the coordinator with it"),
    OVERDUE("the attempt did not finish"),
    TOGETHER("the worker was lost together with others"),
    DRAINING("the worker was lost while it was draining");

    /** A worker that is lost with more cases under way makes no suspects at once: each would run in a process of its own. */
    public static final int MOST_SUSPECTS = 64;

    /** The losses that say nothing about a case. */
    static final List<String> UNCHARGED = List.of(TOGETHER.sentence, DRAINING.sentence);

    private final String sentence;

    LostAttempt(String sentence) {
        this.sentence = sentence;
    }

    public String sentence() {
        return sentence;
    }

    /** Whether such an attempt is stored as a loss that counts against its case; one without a sentence does. */
    public static boolean isCharged(Settlement.Attempt attempt) {
        var sentence = Objects.requireNonNullElse(attempt.verdict().error(), "");
        return attempt.verdict().cause() == Cause.WORKER_LOST && !UNCHARGED.contains(sentence);
    }
}
