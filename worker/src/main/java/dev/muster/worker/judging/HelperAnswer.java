package dev.muster.worker.judging;

import module java.base;
import dev.muster.common.agent.Usage;
import dev.muster.common.time.Durations;
import org.jspecify.annotations.Nullable;

/** The outcome of asking a simulator, a validator or a script. */
public sealed interface HelperAnswer {

    /** It answered; a script uses no tokens. */
    record Answered(String text, Usage used, long ms) implements HelperAnswer {

        Answered(String text) {
            this(text, Usage.NONE, 0);
        }
    }

    /** It could not be called, or broke; the text says why. */
    record Broke(String text) implements HelperAnswer {}

    /** The case timed out before it answered; how far it came may be unknown. */
    record OutOfTime(Duration limit, @Nullable String how) implements HelperAnswer {

        /** @param who the name of the helper */
        String sentence(String who) {
            return "timeout after " + Durations.text(limit) + " while the " + who + " was asked"
                    + (how == null ? "" : ": " + how);
        }
    }
}
