package dev.muster.common.config;

import module java.base;
import dev.muster.common.json.Wire;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the project's quarantine: cases that temporarily must not fail a build.
 *
 * @param cases the key of a case, or a pattern: {@code *} matches any characters
 * @param agent the agent that the entry applies to; null for all
 * @param owner who is responsible for ending it
 * @param expires the last day on which it applies
 * @param at its location, {@code file:line}
 */
public record QuarantineEntry(String cases, @Nullable String agent, Mode mode, String owner, String reason,
        LocalDate expires, String at) {

    /** The treatment of the cases. */
    public enum Mode implements Wire {
        /** They are run, and their results don't count. */
        MUTE,
        /** They are not run. */
        SKIP
    }

    public boolean holdsOn(LocalDate day) {
        return !day.isAfter(expires);
    }

    /** Whether it may match more than one key. */
    public boolean isPattern() {
        return cases.indexOf('*') >= 0;
    }

    /** Returns what to do about an entry that expired. */
    public String expired() {
        return "the quarantine of " + cases + " (" + owner + ") expired on " + expires
                + ", so it is ignored; remove it, or give it a later date";
    }

    public String explanation() {
        return reason + " (quarantined until " + expires + ", " + owner + ")";
    }
}
