package dev.muster.common.result;

import module java.base;
import dev.muster.common.assertion.Assertion;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The result of one assertion.
 *
 * @param passed after {@code negate}; false when there is no verdict
 * @param reason one sentence: what was expected, what was found and where; null when it passed
 * @param score 0 to 1 from checks that give one; null from others
 * @param evidence the reason as data; from judges also for a pass; null when there is none
 * @param error why there is no verdict; null when there is one
 */
public record AssertionResult(Assertion assertion, boolean passed, @Nullable String reason, @Nullable Double score,
        @Nullable Evidence evidence, @Nullable String error) {

    /** Why what forbids words fails on an empty reply. */
    public static final String EMPTY_REPLY = "the reply is empty, so it does not show this; assert also what the reply"
            + " must have";

    public AssertionResult(Assertion assertion, boolean passed, @Nullable String reason, @Nullable Double score,
            @Nullable Evidence evidence) {
        this(assertion, passed, reason, score, evidence, null);
    }

    public AssertionResult(Assertion assertion, boolean passed, @Nullable String reason, @Nullable Double score) {
        this(assertion, passed, reason, score, null);
    }

    /** Creates the result of a check without a score. */
    public AssertionResult(Assertion assertion, boolean passed, @Nullable String reason) {
        this(assertion, passed, reason, null, null);
    }

    /** Returns a result without a verdict: neither passed nor failed. */
    public static AssertionResult broken(Assertion assertion, String error) {
        return new AssertionResult(assertion, false, null, null, null, error);
    }

    /** Whether it was judged and did not hold. */
    public boolean failed() {
        return !passed && error == null;
    }

    /** Returns why it did not pass; the reason of a validator comes with what it was asked. */
    public String why() {
        if (error != null) {
            return error;
        }
        if (reason == null) {
            return assertion.label() + " does not hold";
        }
        return assertion.check().judgedByOthers() && assertion.message() == null
                ? assertion.label() + ": " + reason : reason;
    }

    /** Returns the weighted mean of the scores; null when there is none, or all weights are 0. */
    public static @Nullable Double score(List<AssertionResult> results) {
        var scored = results.stream().filter(result -> result.score() != null).toList();
        double weights = scored.stream().mapToDouble(result -> result.assertion().weight()).sum();
        return weights <= 0 ? null
                : scored.stream().mapToDouble(
                        result -> result.assertion().weight() * Objects.requireNonNull(result.score())).sum() / weights;
    }

    /** Returns what a judge answered, sample by sample; empty for other checks. */
    public List<JsonNode> samples() {
        return evidence == null || evidence.found() == null ? List.of()
                : evidence.found().valueStream()
                        .filter(each -> each.has("ms") && (each.has("passed") || each.has("reason"))).toList();
    }

    /** Returns this result without evidence, to save space. */
    public AssertionResult withoutEvidence() {
        return new AssertionResult(assertion, passed, reason, score, null, error);
    }

    public static List<AssertionResult> withoutEvidence(List<AssertionResult> results) {
        return results.stream().map(AssertionResult::withoutEvidence).toList();
    }
}
