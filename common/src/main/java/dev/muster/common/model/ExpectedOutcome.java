package dev.muster.common.model;

import module java.base;
import dev.muster.common.assertion.Assertion;
import org.jspecify.annotations.Nullable;

/**
 * The expected end of a turn.
 *
 * @param success null: not set, a failure of the agent fails the turn; false: the agent must refuse or fail
 * @param continueOnFailure whether the conversation continues after the turn fails; the case still fails
 * @param refusal an assertion that holds for a reply that refuses in words; null when no reply counts as a refusal
 */
public record ExpectedOutcome(@Nullable Boolean success, boolean continueOnFailure, @Nullable Assertion refusal) {

    public static final ExpectedOutcome SUCCESS = new ExpectedOutcome(null, false);

    public ExpectedOutcome(@Nullable Boolean success, boolean continueOnFailure) {
        this(success, continueOnFailure, null);
    }

    public boolean wantsFailure() {
        return Boolean.FALSE.equals(success);
    }
}
