package dev.muster.common.assertion.eval;

import dev.muster.common.time.HeavyWork;

/** How many values paths may still visit. Not thread-safe. */
public final class PathSteps {

    /** For all paths of a mapping in one answer: seconds, where a healthy stream takes milliseconds. */
    public static final int OF_AN_ANSWER = 10_000_000;
    private static final int OFTEN = 0xFFF;

    private int left;

    public PathSteps(int most) {
        this.left = most;
    }

    /** Takes a step; false when there is none left. */
    boolean take() {
        left = Math.max(-1, left - 1);
        if ((left & OFTEN) == 0) {
            HeavyWork.check();
        }
        return left >= 0;
    }

    /** Whether the limit was exceeded. */
    public boolean exceeded() {
        return left < 0;
    }
}
