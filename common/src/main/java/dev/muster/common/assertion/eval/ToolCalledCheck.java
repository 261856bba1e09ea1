package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.assertion.AgUiClause.Count;
import dev.muster.common.assertion.Check;
import dev.muster.common.assertion.ExpectedCall;
import org.jspecify.annotations.Nullable;

/**
 * A tool is called with a required count, arguments, result and order.
 *
 * @param result null for any result, or none
 * @param after null for none
 */
record ToolCalledCheck(CallShape call, CallCount count, @Nullable ResultShape result,
        @Nullable ToolName after) implements CompiledCheck {

    static ToolCalledCheck compile(Check.ToolCalled called) throws AssertionFault {
        return new ToolCalledCheck(CallShape.compile(called.call(), "tool_called"), CallCount.of(called.count()),
                called.result() == null ? null : ResultShape.compile(called.result()),
                called.after() == null ? null : ToolName.of(called.after(), "'after'"));
    }

    /** Compiles a forbidden call: the check holds when there is one. */
    static ToolCalledCheck compile(ExpectedCall forbidden) throws AssertionFault {
        return new ToolCalledCheck(CallShape.compile(forbidden, "tool_not_called"),
                CallCount.of(Count.AT_LEAST_ONE), null, null);
    }

    @Override
    public Expectation expectation() {
        var names = call.names().stream().map(ToolName::toString).toList();
        var subject = names.size() == 1 ? "the tool " + names.getFirst()
                : "one of the tools " + String.join(", ", names);
        return new Expectation(subject, "be called" + count.words() + call.withArguments()
                + (result == null ? "" : " and the result " + result) + (after == null ? "" : ", after " + after));
    }

    @Override
    public Observation look(ResponseDocument reply) {
        try {
            return judge(reply).seeing(() -> NearCalls.of(call, reply.toolCalls()).seen());
        } catch (BoundedPattern.TooCostly bound) {
            return Observation.undecided(bound::sentence);
        }
    }

    private Observation judge(ResponseDocument reply) {
        var named = reply.answeredCalls().stream().filter(each -> call.isNamed(each.call())).toList();
        var fitting = named.stream().filter(each -> call.takes(each.call().arguments(), reply.budget())).toList();
        var counted = fitting.stream().filter(each -> hasResult(each, reply.budget())).toList();
        if (!count.allows(counted.size())) {
            return Observation.fails(() -> miscounted(named, fitting, counted, reply));
        }
        return tooEarly(counted, reply).map(words -> Observation.fails(() -> words)).orElseGet(() -> Observation.holds(
                () -> counted.isEmpty() ? "but it was not"
                        : "but it was: " + CallWords.listed(AnsweredCall.calls(counted))));
    }

    private boolean hasResult(AnsweredCall each, StepBudget budget) {
        return result == null || result.trouble(each, budget).isEmpty();
    }

    private Optional<String> tooEarly(List<AnsweredCall> counted, ResponseDocument reply) {
        var calls = reply.toolCalls();
        return after == null ? Optional.empty() : CallOrder.tooEarly(calls,
                counted.isEmpty() ? -1 : calls.indexOf(counted.getFirst().call()), after);
    }

    private String miscounted(List<AnsweredCall> named, List<AnsweredCall> fitting, List<AnsweredCall> counted,
            ResponseDocument reply) {
        if (!counted.isEmpty()) {
            return CallCount.times(AnsweredCall.calls(counted));
        }
        if (named.isEmpty()) {
            return CallWords.others(reply.toolCalls()) + NearCalls.of(call, reply.toolCalls()).words(true);
        }
        var calls = CallWords.listed(AnsweredCall.calls(named));
        if (result != null && !fitting.isEmpty()) {
            return "but it was called as " + calls
                    + result.trouble(fitting.getLast(), reply.budget()).map(why -> ": " + why).orElse("");
        }
        return "but it was called as " + calls
                + NearCalls.of(call, AnsweredCall.calls(named)).words(named.size() > 1);
    }
}
