package dev.muster.common.result;

import dev.muster.common.assertion.Assertion;

import org.jspecify.annotations.Nullable;

/**
 * What one assertion found.
 *
 * @param assertion as written
 * @param passed after {@code negate}
 * @param score 0 to 1, of checks that give one; null for the others
 * @param reason one sentence: what was expected, what was found and where; null when it passed
 */
public record AssertionResult(Assertion assertion, boolean passed, @Nullable String reason, @Nullable Double score) {

    /** Of a check that gives no score. */
    public AssertionResult(Assertion assertion, boolean passed, @Nullable String reason) {
        this(assertion, passed, reason, null);
    }
}
