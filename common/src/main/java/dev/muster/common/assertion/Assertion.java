package dev.muster.common.assertion;

import org.jspecify.annotations.Nullable;

/**
 * An assertion as resolved by a reader: a check, and what goes with every check.
 *
 * @param check what must hold
 * @param negate the assertion holds when the check does not
 * @param message shown instead of ours when it fails; null for ours
 * @param name for reports; null when it has none
 * @param weight share in a score, 1 unless said
 */
public record Assertion(Check check, boolean negate, @Nullable String message, @Nullable String name, double weight) {

    /** The same that checks something else. */
    public Assertion with(Check other) {
        return new Assertion(other, negate, message, name, weight);
    }

    public static Assertion of(Check check) {
        return new Assertion(check, false, null, null, 1);
    }
}
