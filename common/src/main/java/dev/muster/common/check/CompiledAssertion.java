package dev.muster.common.check;

import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.result.AssertionResult;

import org.jspecify.annotations.Nullable;

/** One assertion, ready to run: patterns and paths are compiled, so evaluating it can't fail. */
public final class CompiledAssertion {

    private final Assertion assertion;
    private final CompiledCheck check;
    private final boolean wanted;

    private CompiledAssertion(Assertion assertion, CompiledCheck check, boolean wanted) {
        this.assertion = assertion;
        this.check = check;
        this.wanted = wanted;
    }

    /**
     * Compiles what a suite says.
     *
     * @throws AssertionFault when a pattern, a path or a type name is wrong or not allowed
     */
    public static CompiledAssertion compile(Assertion assertion) throws AssertionFault {
        return new CompiledAssertion(assertion, compile(assertion.check()),
                assertion.negate() == forbids(assertion.check()));
    }

    /** What is compiled is what must not be. */
    private static boolean forbids(Check check) {
        return check instanceof Check.NotContains
                || (check instanceof Check.AgUi(var clause) && AgUiClauses.forbids(clause));
    }

    private static CompiledCheck compile(Check check) throws AssertionFault {
        return switch (check) {
            case Check.Equals(var value) -> new EqualsCheck(value);
            case Check.Contains(var values, var ignoreCase) -> ContainsCheck.all(values, ignoreCase);
            case Check.NotContains(var values, var ignoreCase) -> ContainsCheck.any(values, ignoreCase);
            case Check.Regex(var pattern) -> new RegexCheck(BoundedPattern.compile(pattern));
            case Check.JsonPath(var path, var value) -> new JsonPathCheck(DocumentPath.compile(path), value);
            case Check.Type(var path, var expected) -> TypeCheck.compile(path, expected);
            case Check.ToolCalled(var names, var arguments) -> ToolCalledCheck.compile(names, arguments);
            case Check.AgUi(var clause) -> AgUiClauses.compile(clause);
            case Check.Oracle oracle -> Oracles.compile(oracle);
            case Check.SqlValidate _ -> throw new AssertionFault("a database is asked, not compiled");
            case Check.Asking asking -> throw new AssertionFault(asking.ask().use() + " is asked, not compiled");
        };
    }

    AssertionResult evaluate(ResponseDocument reply) {
        var finding = check.look(reply);
        boolean passed = switch (finding.outcome()) {
            case HOLDS -> wanted;
            case FAILS -> !wanted;
            case UNDECIDED -> false;
        };
        return new AssertionResult(assertion, passed, passed ? null : reason(finding), score(finding));
    }

    /** What a negated check leaves. */
    private @Nullable Double score(Finding finding) {
        var score = finding.score();
        boolean turned = !wanted && finding.outcome() != Finding.Outcome.UNDECIDED;
        return score == null || !turned ? score : Double.valueOf(1 - score);
    }

    /** The author's message leads; ours stays, because it says what was found. */
    private String reason(Finding finding) {
        var ours = sentence(finding);
        return isGiven(assertion.message()) ? assertion.message() + " (" + ours + ")" : ours;
    }

    private String sentence(Finding finding) {
        var expectation = check.expectation();
        return "expected " + expectation.subject() + (wanted ? " to " : " not to ") + expectation.verb() + ", "
                + finding.found();
    }

    private static boolean isGiven(@Nullable String message) {
        return message != null && !message.isBlank();
    }
}
