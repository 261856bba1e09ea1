package dev.muster.common.assertion.eval;

import dev.muster.common.assertion.Assertion;
import dev.muster.common.assertion.Check;
import dev.muster.common.result.AssertionResult;
import dev.muster.common.result.AssertionResult.Evidence;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One assertion, ready to run: patterns and paths are compiled, so evaluation can't fail. */
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
     * Compiles an assertion of a suite.
     *
     * @throws AssertionFault when a pattern, a path or a type name is invalid or not allowed
     */
    public static CompiledAssertion compile(Assertion assertion) throws AssertionFault {
        return new CompiledAssertion(assertion, compile(assertion.check()),
                assertion.negate() == forbids(assertion.check()));
    }

    /** Whether the compiled check describes what must not happen. */
    private static boolean forbids(Check check) {
        return check instanceof Check.NotContains || check instanceof Check.ToolNotCalled
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
            case Check.ToolCalled called -> ToolCalledCheck.compile(called);
            case Check.ToolNotCalled(var call) -> ToolCalledCheck.compile(call);
            case Check.ToolsInOrder(var calls) -> ToolsInOrderCheck.compile(calls);
            case Check.ToolsExact(var calls) -> ToolsExactCheck.compile(calls);
            case Check.ToolResult(var tools, var result) -> ToolResultCheck.compile(tools, result);
            case Check.MaxDuration(var ms) -> new DurationCheck(ms);
            case Check.MaxGap(var ms) -> new GapCheck(ms);
            case Check.MaxTokens(var tokens) -> new TokensCheck(tokens);
            case Check.MaxCost(var usd) -> new CostCheck(usd);
            case Check.Schema(var path, var schema) -> FitCheck.compile(path, schema);
            case Check.AgUi(var clause) -> AgUiClauses.compile(clause);
            case Check.Oracle oracle -> Oracles.compile(oracle);
            case Check.Snapshot snapshot -> SnapshotCheck.compile(snapshot);
            case Check.SqlValidate _ -> throw new AssertionFault("a database is asked, not compiled");
            case Check.InTest test -> throw new AssertionFault("t.assert." + test.method() + " is a script test's own");
            case Check.Asking asking -> throw new AssertionFault(asking.ask().use() + " is asked, not compiled");
        };
    }

    AssertionResult evaluate(ResponseDocument reply) {
        reply.budget().refill();
        var finding = check.look(reply);
        reply.budget().refill(); // the message may search again
        boolean passed = switch (finding.outcome()) {
            case HOLDS -> wanted;
            case FAILS -> !wanted;
            case UNDECIDED -> false;
        };
        return passed ? new AssertionResult(assertion, true, null, score(finding))
                : new AssertionResult(assertion, false, reason(finding), score(finding), evidence(finding));
    }

    private Evidence evidence(Observation finding) {
        var seen = finding.seen().get();
        return new Evidence(expected(check.expectation()), seen.found(), seen.at(), seen.differences());
    }

    /** Returns the value itself when it is required; otherwise words. */
    private JsonNode expected(CompiledCheck.Expectation expectation) {
        var value = expectation.value();
        return wanted && value != null ? Excerpt.data(value)
                : Excerpt.data((wanted ? "to " : "not to ") + expectation.verb());
    }

    /** Returns the score, inverted for a negated check. */
    private @Nullable Double score(Observation finding) {
        var score = finding.score();
        boolean turned = !wanted && finding.outcome() != Observation.Outcome.UNDECIDED;
        return score == null || !turned ? score : Double.valueOf(1 - score);
    }

    /** Returns the author's message followed by ours, which says what was found. */
    private String reason(Observation finding) {
        var ours = sentence(finding);
        return isGiven(assertion.message()) ? assertion.message() + " (" + ours + ")" : ours;
    }

    private String sentence(Observation finding) {
        var expectation = check.expectation();
        return "expected " + expectation.subject() + (wanted ? " to " : " not to ") + expectation.verb() + ", "
                + finding.found();
    }

    private static boolean isGiven(@Nullable String message) {
        return message != null && !message.isBlank();
    }
}
