package dev.muster.common.assertion.eval;

import module java.base;

/** A tool is called in a forbidden way; the assertion holds when this check does not. */
record ForbidCallCheck(ToolName tool, CallFilter filter) implements CompiledCheck {

    @Override
    public Expectation expectation() {
        return new Expectation("the tool " + tool, "be called" + filter.words());
    }

    @Override
    public Observation look(ResponseDocument reply) {
        try {
            return judge(reply);
        } catch (BoundedPattern.TooCostly bound) {
            return Observation.undecided(bound::sentence);
        }
    }

    private Observation judge(ResponseDocument reply) {
        var named = reply.answeredCalls().stream().filter(call -> tool.matches(call.call().name())).toList();
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
