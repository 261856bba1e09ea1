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
        var forbidden = filter.byResult(filter.byArguments(named, reply.budget()), reply.budget());
        var finding = forbidden.isEmpty() ? Finding.fails(() -> near(named, reply))
                : Finding.holds(() -> "but it was: " + words(forbidden));
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
