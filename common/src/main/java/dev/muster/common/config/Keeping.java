package dev.muster.common.config;

import module java.base;
import dev.muster.common.json.Wire;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a run that are kept.
 *
 * @param redact RE2 patterns; what they match is masked in results
 * @param runs minimum retention of runs; null when the project does not set it
 */
public record Keeping(List<String> redact, Replies replies, @Nullable Duration runs) {

    public static final Keeping ALL = new Keeping(List.of(), Replies.ALL, null);

    public Keeping {
        replies = Objects.requireNonNullElse(replies, Replies.ALL);
    }

    /** Whose replies are kept after they are judged. */
    public enum Replies implements Wire {
        ALL,
        NOT_PASSED,
        NONE;

        public boolean keeps(boolean passed) {
            return this == ALL || (this == NOT_PASSED && !passed);
        }
    }
}
