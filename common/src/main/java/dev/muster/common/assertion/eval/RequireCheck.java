package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.assertion.AgUiClause;
import org.jspecify.annotations.Nullable;

/**
 * A tool is called with a required count, result and order.
 *
 * @param never no call with matching arguments has such a result; null for none
 * @param after this tool's first call comes before the required one's; null for none
 */
record RequireCheck(ToolName tool, CallCount count, CallFilter filter, @Nullable BoundedPattern never,
        @Nullable ToolName after) implements CompiledCheck {

    static RequireCheck compile(AgUiClause.Require clause) throws AssertionFault {
        return new RequireCheck(ToolName.of(clause.tool(), "'require'"), CallCount.of(clause.count()),
                CallFilter.compile(clause.argsMatch(), clause.resultMatch()),
                clause.resultNotMatch() == null ? null : BoundedPattern.compile(clause.resultNotMatch()),
                clause.after() == null ? null : ToolName.of(clause.after(), "'after'"));
    }

    @Override
    public Expectation expectation() {
        return new Expectation("the tool " + tool, "be called" + count.words() + filter.words()
                + (never == null ? "" : ", no result matching /" + never + "/")
                + (after == null ? "" : ", after " + after));
    }

    @Override
    public Observation look(ResponseDocument reply) {
        try {
            return trouble(reply).map(words -> Observation.fails(() -> words))
                    .orElseGet(() -> Observation.holds(() -> "but it was: " + CallWords.listed(
                            tool.among(reply.toolCalls()))))
                    .seeing(() -> CallWords.seen(reply.toolCalls()));
        } catch (BoundedPattern.TooCostly bound) {
            return Observation.undecided(bound::sentence);
        }
    }

    private Optional<String> trouble(ResponseDocument reply) {
        var budget = reply.budget();
        var named = reply.answeredCalls().stream().filter(call -> tool.matches(call.call().name())).toList();
        var fitting = filter.byArguments(named, budget);
        return miscounted(named, filter.byResult(fitting, budget), reply).or(() -> spoiled(fitting, budget))
                .or(() -> after == null ? Optional.empty()
                        : CallOrder.tooEarly(reply.toolCalls(), CallOrder.first(reply.toolCalls(), tool), after));
    }

    private Optional<String> miscounted(List<AnsweredCall> named, List<AnsweredCall> counted, ResponseDocument reply) {
        if (count.allows(counted.size())) {
            return Optional.empty();
        }
        if (named.isEmpty()) {
            return Optional.of(CallWords.others(reply.toolCalls()));
        }
        return Optional.of(counted.isEmpty() ? none(named, reply.budget())
                : CallCount.times(AnsweredCall.calls(counted)) + near(named, reply.budget()));
    }

    /** Explains the last call, because it is the agent's final choice. */
    private String none(List<AnsweredCall> named, StepBudget budget) {
        return "but it was called as " + CallWords.listed(AnsweredCall.calls(named))
                + filter.mismatch(named.getLast(), budget).map(why -> ": " + why).orElse("");
    }

    private String near(List<AnsweredCall> named, StepBudget budget) {
        return named.reversed().stream().flatMap(call -> filter.mismatch(call, budget)
                .map(why -> "; " + CallWords.of(call.call()) + " does not count: " + why).stream()).findFirst()
                .orElse("");
    }

    private Optional<String> spoiled(List<AnsweredCall> fitting, StepBudget budget) {
        return never == null ? Optional.empty()
                : fitting.stream().flatMap(call -> spoiled(call, never, budget).stream()).findFirst();
    }

    /** Returns why a call has a forbidden result; a call without a result never has one. */
    private static Optional<String> spoiled(AnsweredCall call, BoundedPattern never, StepBudget budget) {
        var result = call.result();
        return result == null || !never.isIn(result, budget) ? Optional.empty()
                : Optional.of("but the result of " + CallWords.of(call.call()) + " is " + Excerpt.of(result));
    }
}
