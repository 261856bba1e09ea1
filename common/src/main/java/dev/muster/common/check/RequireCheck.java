package dev.muster.common.check;

import dev.muster.common.assertion.AgUiClause;
import dev.muster.common.model.ToolCall;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A tool is called as often, with such results and in such an order.
 *
 * @param never no call that passes by its arguments has a result like this; null for none
 * @param after its first call comes before the first of the tool; null for none
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
    public Finding look(ResponseDocument reply) {
        try {
            return trouble(reply).map(words -> Finding.fails(() -> words))
                    .orElseGet(() -> Finding.holds(() -> "but it was: " + CallWords.listed(
                            tool.among(reply.toolCalls()))));
        } catch (BoundedPattern.TooCostly bound) {
            return Finding.undecided(bound::sentence);
        }
    }

    private Optional<String> trouble(ResponseDocument reply) {
        var named = reply.answeredCalls().stream().filter(call -> tool.matches(call.call().name())).toList();
        var fitting = filter.byArguments(named);
        return miscounted(named, filter.byResult(fitting), reply).or(() -> spoiled(fitting))
                .or(() -> tooEarly(reply.toolCalls()));
    }

    private Optional<String> miscounted(List<AnsweredCall> named, List<AnsweredCall> counted, ResponseDocument reply) {
        if (count.allows(counted.size())) {
            return Optional.empty();
        }
        if (named.isEmpty()) {
            return Optional.of(CallWords.others(reply.toolCalls()));
        }
        return Optional.of(counted.isEmpty() ? none(named) : CallCount.times(counted) + near(named, counted));
    }

    /** The last call is the agent's last word, so it is the one that is explained. */
    private String none(List<AnsweredCall> named) {
        return "but it was called as " + CallWords.listed(AnsweredCall.calls(named))
                + filter.mismatch(named.getLast()).map(why -> ": " + why).orElse("");
    }

    private String near(List<AnsweredCall> named, List<AnsweredCall> counted) {
        return named.stream().filter(call -> !counted.contains(call)).reduce((first, second) -> second)
                .flatMap(call -> filter.mismatch(call)
                        .map(why -> "; " + CallWords.of(call.call()) + " does not count: " + why))
                .orElse("");
    }

    private Optional<String> spoiled(List<AnsweredCall> fitting) {
        return never == null ? Optional.empty() : fitting.stream().flatMap(call -> spoiled(call, never).stream())
                .findFirst();
    }

    /** A call without a result has none that could match. */
    private static Optional<String> spoiled(AnsweredCall call, BoundedPattern never) {
        return call.result() == null || !never.isIn(call.result()) ? Optional.empty()
                : Optional.of("but the result of " + CallWords.of(call.call()) + " is " + Excerpt.of(call.result()));
    }

    /** Tools that were not called at all are the count's business, unless the other one is missing. */
    private Optional<String> tooEarly(List<ToolCall> calls) {
        if (after == null) {
            return Optional.empty();
        }
        int mine = first(tool, calls);
        int other = first(after, calls);
        if (mine < 0 || (other >= 0 && other < mine)) {
            return Optional.empty();
        }
        return Optional.of(other < 0 ? "but " + after + " was not called: " + CallWords.listed(calls)
                : "but it was called first: " + CallWords.listed(calls));
    }

    private static int first(ToolName tool, List<ToolCall> calls) {
        for (int at = 0; at < calls.size(); at++) {
            if (tool.matches(calls.get(at).name())) {
                return at;
            }
        }
        return -1;
    }
}
