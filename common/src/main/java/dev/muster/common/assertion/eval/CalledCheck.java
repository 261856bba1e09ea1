package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.assertion.CallCount;
import org.jspecify.annotations.Nullable;

/**
 * A tool is called with a required count, arguments, result and order.
 *
 * @param result null for any result, or none
 * @param after null for none
 * @param whole whether a call whose arguments were cut off does not count
 */
record CalledCheck(CallShape call, CallCount count, @Nullable ResultShape result,
        @Nullable ToolName after, boolean whole) implements CompiledCheck {

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
        return judge(reply).seeing(() -> NearCalls.of(call, reply.toolCalls()).seen());
    }

    private Observation judge(ResponseDocument reply) {
        var named = reply.answeredCalls().stream().filter(each -> call.isNamed(each.call())).toList();
        var fitting = named.stream().filter(each -> !(whole && isCut(each, reply)))
                .filter(each -> call.takes(each.call().arguments(), reply.budget())).toList();
        var counted = fitting.stream().filter(each -> hasResult(each, reply.budget())).toList();
        if (!count.allows(counted.size())) {
            return Observation.fails(() -> miscounted(named, fitting, counted, reply));
        }
        return Observation.unless(tooEarly(counted, reply), () -> counted.isEmpty() ? "but it was not"
                : "but it was: " + CallWords.listed(AnsweredCall.calls(counted)));
    }

    /** Whether the answer ended in the middle of the arguments. */
    private static boolean isCut(AnsweredCall each, ResponseDocument reply) {
        return reply.reply().wasCut() && each.call().arguments().isString();
    }

    private boolean hasResult(AnsweredCall each, StepBudget budget) {
        return result == null || result.trouble(each, budget).isEmpty();
    }

    private Optional<String> tooEarly(List<AnsweredCall> counted, ResponseDocument reply) {
        var calls = reply.toolCalls();
        return after == null ? Optional.empty()
                : after.tooEarly(calls, counted.isEmpty() ? -1 : calls.indexOf(counted.getFirst().call()));
    }

    private String miscounted(List<AnsweredCall> named, List<AnsweredCall> fitting, List<AnsweredCall> counted,
            ResponseDocument reply) {
        if (!counted.isEmpty()) {
            return CallWords.times(AnsweredCall.calls(counted));
        }
        if (named.isEmpty()) {
            return CallWords.others(reply.toolCalls()) + NearCalls.of(call, reply.toolCalls()).words(true);
        }
        var calls = CallWords.listed(AnsweredCall.calls(named));
        if (whole && named.stream().anyMatch(each -> isCut(each, reply))) {
            return "but it was called as " + calls + ", whose arguments were cut off (finish reason: "
                    + reply.reply().finish() + ")";
        }
        if (result != null && !fitting.isEmpty()) {
            return "but it was called as " + calls
                    + result.trouble(fitting.getLast(), reply.budget()).map(why -> ": " + why).orElse("");
        }
        return "but it was called as " + calls
                + NearCalls.of(call, AnsweredCall.calls(named)).words(named.size() > 1);
    }
}
