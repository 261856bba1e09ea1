package dev.muster.common.assertion;

import org.jspecify.annotations.Nullable;

/**
 * An assertion as resolved by a reader: a check and its common settings.
 *
 * @param check the check
 * @param negate whether the assertion holds when the check does not
 * @param message message shown on failure; null for the default
 * @param name name for reports; null for none
 * @param weight share in a score, 1 by default
 */
public record Assertion(Check check, boolean negate, @Nullable String message, @Nullable String name, double weight) {

    /** Returns this assertion with another check. */
    public Assertion with(Check other) {
        return new Assertion(other, negate, message, name, weight);
    }

    public static Assertion of(Check check) {
        return new Assertion(check, false, null, null, 1);
    }
}
