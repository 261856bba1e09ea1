package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.time.Durations;
import org.jspecify.annotations.Nullable;

/** The outcome of asking a simulator, a validator or a script. */
public sealed interface HelperAnswer {

    /** It answered. */
    record Answered(String text) implements HelperAnswer {}

    /** It could not be asked, or broke; the text says why. */
    record Broke(String text) implements HelperAnswer {}

    /** The case timed out before it answered; how far it came may be unknown. */
    record OutOfTime(Duration limit, @Nullable String how) implements HelperAnswer {

        /** @param who which helper was asked */
        String sentence(String who) {
            return "timeout after " + Durations.text(limit) + " while the " + who + " was asked"
                    + (how == null ? "" : ": " + how);
        }
    }
}
