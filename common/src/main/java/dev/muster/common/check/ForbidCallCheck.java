package dev.muster.common.check;

import java.util.List;

/** A tool is called in a way that is forbidden; the assertion holds when this does not. */
record ForbidCallCheck(ToolName tool, CallFilter filter) implements CompiledCheck {

    @Override
    public Expectation expectation() {
        return new Expectation("the tool " + tool, "be called" + filter.words());
    }

    @Override
    public Finding look(ResponseDocument reply) {
        try {
            return judge(reply);
        } catch (BoundedPattern.TooCostly bound) {
            return Finding.undecided(bound::sentence);
        }
    }

    private Finding judge(ResponseDocument reply) {
        var named = reply.answeredCalls().stream().filter(call -> tool.matches(call.call().name())).toList();
        var forbidden = filter.byResult(filter.byArguments(named));
        return forbidden.isEmpty() ? Finding.fails(() -> near(named, reply))
                : Finding.holds(() -> "but it was: " + words(forbidden));
    }

    private String words(List<AnsweredCall> forbidden) {
        var first = forbidden.getFirst();
        return CallWords.listed(AnsweredCall.calls(forbidden))
                + (filter.result() == null || first.result() == null ? "" : ", with the result "
                        + Excerpt.of(first.result()));
    }

    private String near(List<AnsweredCall> named, ResponseDocument reply) {
        return named.isEmpty() ? CallWords.others(reply.toolCalls())
                : "but it was called as " + CallWords.listed(AnsweredCall.calls(named)) + ": "
                        + filter.mismatch(named.getLast()).orElse("that is not so");
    }
}
