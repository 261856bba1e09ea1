package dev.muster.worker.conversation;

import dev.muster.common.assertion.Assertion;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the assertions of a turn, or of a case, came to.
 *
 * @param results in order, with those that gave no verdict
 * @param trouble the first that gave no verdict; null when all did
 */
record AssertionOutcome(List<AssertionResult> results, @Nullable Verdict trouble) {

    private static final String NOT_EVALUATED = "not evaluated: the agent gave no reply to look at";

    static final AssertionOutcome NOTHING = new AssertionOutcome(List.of(), null);

    /** One that gave a verdict. */
    static AssertionOutcome of(AssertionResult result) {
        return new AssertionOutcome(List.of(result), null);
    }

    /** One that gave none. */
    static AssertionOutcome broken(Assertion assertion, Cause cause, String error) {
        return new AssertionOutcome(List.of(AssertionResult.broken(assertion, error)), Verdict.error(cause, error));
    }

    /** Of a turn or a case whose agent gave no reply: nothing is left out in silence. */
    static AssertionOutcome notEvaluated(List<Assertion> assertions) {
        return new AssertionOutcome(assertions.stream()
                .map(assertion -> AssertionResult.broken(assertion, NOT_EVALUATED)).toList(), null);
    }

    AssertionOutcome {
        results = List.copyOf(results);
    }

    boolean holds() {
        return trouble == null && !failed();
    }

    /** An assertion did not hold: that beats trouble with another. */
    boolean failed() {
        return results.stream().anyMatch(AssertionResult::failed);
    }

    /** Weighted mean of those that gave a score; null when none did. */
    @Nullable
    Double score() {
        return AssertionResult.score(results);
    }

    /** The first reason why it does not hold. */
    String reason() {
        return trouble != null && !failed() ? String.valueOf(trouble.error())
                : results.stream().filter(AssertionResult::failed).findFirst()
                        .map(result -> String.valueOf(result.reason())).orElse("");
    }

    AssertionOutcome and(AssertionOutcome more) {
        var all = new ArrayList<>(results);
        all.addAll(more.results);
        return new AssertionOutcome(all, trouble == null ? more.trouble : trouble);
    }
}
