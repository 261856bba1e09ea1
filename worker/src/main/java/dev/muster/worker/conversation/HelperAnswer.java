package dev.muster.worker.conversation;

import dev.muster.common.time.Durations;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What came of asking a simulator, a validator or a script. */
public sealed interface HelperAnswer {

    /** It answered. */
    record Answered(String text) implements HelperAnswer {}

    /** It could not be asked, or broke; the text says how. */
    record Broke(String text) implements HelperAnswer {}

    /**
     * The time of the case was over before it had answered.
     *
     * @param how far it came; null when that is not known
     */
    record OutOfTime(Duration limit, @Nullable String how) implements HelperAnswer {

        OutOfTime(Duration limit) {
            this(limit, null);
        }

        /** @param who was asked */
        String sentence(String who) {
            return "timeout after " + Durations.text(limit) + " while the " + who + " was asked"
                    + (how == null ? "" : ": " + how);
        }
    }
}
