package dev.muster.common.assertion.eval;

import tools.jackson.databind.node.LongNode;

/** The agent used at most this many tokens, input and output together. */
record TokensCheck(long most) implements CompiledCheck {

    static final String UNTOLD = "but the agent did not tell how many tokens it used";
    static final String PARTLY = "but the agent did not tell of all its answers how many tokens they took";

    @Override
    public Expectation expectation() {
        return new Expectation("the tokens used", "be at most " + most).of(LongNode.valueOf(most));
    }

    @Override
    public Observation look(ResponseDocument reply) {
        var usage = reply.usage();
        if (usage == null) {
            return Observation.undecided(() -> UNTOLD);
        }
        if (usage.partial()) {
            return Observation.undecided(() -> PARTLY);
        }
        long used = usage.input() + usage.output();
        var words = "but it was " + used + " (" + usage.input() + " in, " + usage.output() + " out)";
        return (used <= most ? Observation.holds(() -> words) : Observation.fails(() -> words))
                .seeing(() -> Seen.of(LongNode.valueOf(used)));
    }
}
