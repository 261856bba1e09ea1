package dev.muster.common.config;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.LocalDate;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Cases that may not decide over a build for a while, as the project's configuration says it.
 *
 * @param cases the key of a case, or of several: {@code *} stands for any characters
 * @param agent only when this agent is asked; null for all
 * @param owner who sees to it that it ends
 * @param expires the last day on which it holds
 * @param at where it is written, {@code file:line}
 */
public record QuarantineEntry(String cases, @Nullable String agent, Mode mode, String owner, String reason,
        LocalDate expires, String at) {

    /** What becomes of the cases. */
    public enum Mode {
        /** They are run, and what comes of it counts for nothing. */
        MUTE,
        /** They are not run. */
        SKIP;

        @JsonValue
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }

        @JsonCreator
        public static Mode of(String wire) {
            return valueOf(wire.toUpperCase(Locale.ROOT));
        }
    }

    /** Whether it holds on a day. */
    public boolean holdsOn(LocalDate day) {
        return !day.isAfter(expires);
    }

    /** Whether it is of more than one key. */
    public boolean isPattern() {
        return cases.indexOf('*') >= 0;
    }

    /** For people. */
    public String told() {
        return reason + " (quarantined until " + expires + ", " + owner + ")";
    }
}
