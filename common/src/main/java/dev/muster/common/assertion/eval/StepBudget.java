package dev.muster.common.assertion.eval;

import dev.muster.common.time.HeavyWork;

/** The total number of steps that the patterns of one assertion may take on one reply. */
final class StepBudget {

    /** Measured at 12 ns a step, so half a second on an idle machine. */
    static final long MOST_STEPS = 30_000_000;

    private long left;

    StepBudget() {
        this(MOST_STEPS);
    }

    StepBudget(long steps) {
        left = steps;
    }

    void refill() {
        left = MOST_STEPS;
    }

    long left() {
        return left;
    }

    void spend(long steps) {
        HeavyWork.check();
        left -= steps;
    }
}
