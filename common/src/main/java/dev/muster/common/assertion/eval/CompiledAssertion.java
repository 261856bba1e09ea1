package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.assertion.Assertion;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.Evidence;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One assertion, ready to run: patterns and paths are compiled, so evaluation can't fail. */
public final class CompiledAssertion {

    private final Assertion assertion;
    private final CompiledCheck check;
    private final boolean mustHold;

    private CompiledAssertion(Assertion assertion, CompiledCheck check, boolean mustHold) {
        this.assertion = assertion;
        this.check = check;
        this.mustHold = mustHold;
    }

    /**
     * Compiles an assertion of a suite.
     *
     * @throws AssertionFault when a pattern, a path or a type name is invalid or not allowed
     */
    public static CompiledAssertion compile(Assertion assertion) throws AssertionFault {
        boolean mustHold = assertion.negate() == assertion.check().forbids();
        var check = CompiledCheck.of(assertion.check());
        return new CompiledAssertion(assertion, mustHold ? check : check.negated(), mustHold);
    }

    /** @param warnings takes what the suite's author should know of an assertion that passes */
    AssertionResult evaluate(ResponseDocument reply, Consumer<String> warnings) {
        reply.budget().refill();
        var finding = look(reply);
        reply.budget().refill(); // the message may search again
        boolean passed = switch (finding.outcome()) {
            case HOLDS -> mustHold;
            case FAILS -> !mustHold;
            case UNDECIDED -> false;
        };
        if (passed && finding.warning() != null) {
            warnings.accept(finding.warning());
        }
        return passed ? new AssertionResult(assertion, true, null, score(finding))
                : new AssertionResult(assertion, false, reason(finding), score(finding), evidence(finding));
    }

    private Observation look(ResponseDocument reply) {
        try {
            return check.look(reply);
        } catch (LimitExceeded bound) {
            return Observation.undecided(bound::sentence);
        }
    }

    private Evidence evidence(Observation finding) {
        var seen = finding.seen().get();
        return new Evidence(expected(check.expectation()), seen.found(), seen.at(), seen.differences());
    }

    /** Returns the value itself when it is required; otherwise words. */
    private JsonNode expected(Expectation expectation) {
        var value = expectation.value();
        return mustHold && value != null ? Excerpt.data(value)
                : Excerpt.data((mustHold ? "to " : "not to ") + expectation.verb());
    }

    /** Returns the score, inverted for a negated check. */
    private @Nullable Double score(Observation finding) {
        var score = finding.score();
        boolean turned = !mustHold && finding.outcome() != CheckOutcome.UNDECIDED;
        return score == null || !turned ? score : Double.valueOf(1 - score);
    }

    /** Returns the author's message followed by ours, which says what was found. */
    private String reason(Observation finding) {
        var ours = sentence(finding);
        return isGiven(assertion.message()) ? assertion.message() + " (" + ours + ")" : ours;
    }

    private String sentence(Observation finding) {
        var expectation = check.expectation();
        return "expected " + expectation.subject() + (mustHold ? " to " : " not to ") + expectation.verb() + ", "
                + finding.found();
    }

    private static boolean isGiven(@Nullable String message) {
        return message != null && !message.isBlank();
    }
}
