package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.assertion.AgUiClause;
import dev.muster.common.assertion.CallCount;
import org.jspecify.annotations.Nullable;

/** Compiles the clauses of AG-UI tests. */
final class AgUiClauses {

    static CompiledCheck compile(AgUiClause clause) throws AssertionFault {
        return switch (clause) {
            case AgUiClause.Forbid(var tool) ->
                new Forbidden(ToolName.of(tool, "'forbid'"), CallFilter.compile(Map.of(), null));
            case AgUiClause.Require require -> Required.compile(require);
            case AgUiClause.ForbidCall(var tool, var args, var result) ->
                new Forbidden(ToolName.of(tool, "'forbid_calls'"), CallFilter.compile(args, result));
            case AgUiClause.MaxDuration(var ms) -> LimitChecks.duration(ms);
            case AgUiClause.MaxGap(var ms) -> LimitChecks.gap(ms);
            case AgUiClause.MaxIdle(var ms) -> LimitChecks.idle(ms);
            case AgUiClause.MustMatch(var pattern) -> TextChecks.matching(pattern);
            case AgUiClause.MustNotMatch(var pattern) -> TextChecks.matching(pattern);
        };
    }

    /** A tool is called in a forbidden way; the assertion holds when this check does not. */
    private record Forbidden(ToolName tool, CallFilter filter) implements CompiledCheck {

        @Override
        public Expectation expectation() {
            return new Expectation("the tool " + tool, "be called" + filter.words());
        }

        @Override
        public Observation look(ResponseDocument reply) {
            var named = tool.answered(reply);
            var forbidden = filter.byResult(filter.byArguments(named, reply.budget()), reply.budget());
            var finding = forbidden.isEmpty() ? Observation.fails(() -> near(named, reply))
                    : Observation.holds(() -> "but it was: " + words(forbidden));
            return finding.seeing(() -> CallWords.seen(reply.toolCalls()));
        }

        private String words(List<AnsweredCall> forbidden) {
            var result = forbidden.getFirst().result();
            return CallWords.listed(AnsweredCall.calls(forbidden))
                    + (filter.result() == null || result == null ? "" : ", with the result " + Excerpt.of(result));
        }

        private String near(List<AnsweredCall> named, ResponseDocument reply) {
            return named.isEmpty() ? CallWords.others(reply.toolCalls())
                    : "but it was called as " + CallWords.listed(AnsweredCall.calls(named)) + ": "
                            + filter.mismatch(named.getLast(), reply.budget()).orElse("that is not so");
        }
    }

    /**
     * A tool is called with a required count, result and order.
     *
     * @param never no call with matching arguments has such a result; null for none
     * @param after this tool's first call comes before the required one's; null for none
     */
    private record Required(ToolName tool, CallCount count, CallFilter filter, @Nullable BoundedPattern never,
            @Nullable ToolName after) implements CompiledCheck {

        static Required compile(AgUiClause.Require clause) throws AssertionFault {
            return new Required(ToolName.of(clause.tool(), "'require'"), CallWords.checked(clause.count()),
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
            return Observation.unless(trouble(reply),
                    () -> "but it was: " + CallWords.listed(AnsweredCall.calls(tool.answered(reply))))
                    .seeing(() -> CallWords.seen(reply.toolCalls()));
        }

        private Optional<String> trouble(ResponseDocument reply) {
            var budget = reply.budget();
            var named = tool.answered(reply);
            var fitting = filter.byArguments(named, budget);
            return miscounted(named, filter.byResult(fitting, budget), reply).or(() -> spoiled(fitting, budget))
                    .or(() -> after == null ? Optional.empty()
                            : after.tooEarly(reply.toolCalls(), tool.first(reply.toolCalls())));
        }

        private Optional<String> miscounted(List<AnsweredCall> named, List<AnsweredCall> counted,
                ResponseDocument reply) {
            if (count.allows(counted.size())) {
                return Optional.empty();
            }
            if (named.isEmpty()) {
                return Optional.of(CallWords.others(reply.toolCalls()));
            }
            return Optional.of(counted.isEmpty() ? none(named, reply.budget())
                    : CallWords.times(AnsweredCall.calls(counted)) + near(named, reply.budget()));
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
}
