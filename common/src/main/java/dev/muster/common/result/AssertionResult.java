package dev.muster.common.result;

import dev.muster.common.assertion.Assertion;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one assertion found.
 *
 * @param assertion as written
 * @param passed after {@code negate}; false where there is no verdict
 * @param reason one sentence: what was expected, what was found and where; null when it passed
 * @param score 0 to 1, of checks that give one; null for the others
 * @param evidence the same as data, of judges also when it passed; null when there is nothing to say
 * @param error why there is no verdict; null when there is one
 */
public record AssertionResult(Assertion assertion, boolean passed, @Nullable String reason, @Nullable Double score,
        @Nullable Evidence evidence, @Nullable String error) {

    /** With a verdict. */
    public AssertionResult(Assertion assertion, boolean passed, @Nullable String reason, @Nullable Double score,
            @Nullable Evidence evidence) {
        this(assertion, passed, reason, score, evidence, null);
    }

    /** By somebody's word: without evidence. */
    public AssertionResult(Assertion assertion, boolean passed, @Nullable String reason, @Nullable Double score) {
        this(assertion, passed, reason, score, null);
    }

    /** Of a check that gives no score. */
    public AssertionResult(Assertion assertion, boolean passed, @Nullable String reason) {
        this(assertion, passed, reason, null, null);
    }

    /** One that could not be judged: it neither passed nor failed. */
    public static AssertionResult broken(Assertion assertion, String error) {
        return new AssertionResult(assertion, false, null, null, null, error);
    }

    /** Judged, and it did not hold. */
    public boolean failed() {
        return !passed && error == null;
    }

    /** Weighted mean of those that gave a score; null when none did, or all of them weigh nothing. */
    public static @Nullable Double score(List<AssertionResult> results) {
        var scored = results.stream().filter(result -> result.score() != null).toList();
        double weights = scored.stream().mapToDouble(result -> result.assertion().weight()).sum();
        return weights <= 0 ? null
                : scored.stream().mapToDouble(
                        result -> result.assertion().weight() * Objects.requireNonNull(result.score())).sum() / weights;
    }

    /** The same with less to carry. */
    public AssertionResult withoutEvidence() {
        return new AssertionResult(assertion, passed, reason, score, null, error);
    }
}
