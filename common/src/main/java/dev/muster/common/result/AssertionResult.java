package dev.muster.common.result;

import dev.muster.common.assertion.Assertion;

import org.jspecify.annotations.Nullable;

/**
 * What one assertion found.
 *
 * @param assertion as written
 * @param passed after {@code negate}
 * @param reason one sentence: what was expected, what was found and where; null when it passed
 * @param score 0 to 1, of checks that give one; null for the others
 * @param evidence the same as data, of judges also when it passed; null when there is nothing to say
 */
public record AssertionResult(Assertion assertion, boolean passed, @Nullable String reason, @Nullable Double score,
        @Nullable Evidence evidence) {

    /** By somebody's word: without evidence. */
    public AssertionResult(Assertion assertion, boolean passed, @Nullable String reason, @Nullable Double score) {
        this(assertion, passed, reason, score, null);
    }

    /** Of a check that gives no score. */
    public AssertionResult(Assertion assertion, boolean passed, @Nullable String reason) {
        this(assertion, passed, reason, null, null);
    }

    /** The same with less to carry. */
    public AssertionResult withoutEvidence() {
        return new AssertionResult(assertion, passed, reason, score);
    }
}
