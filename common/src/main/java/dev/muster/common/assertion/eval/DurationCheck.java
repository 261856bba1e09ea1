package dev.muster.common.assertion.eval;

import tools.jackson.databind.node.LongNode;

/** The answer, or the whole test, takes at most this long. */
record DurationCheck(long mostMs) implements CompiledCheck {

    @Override
    public Expectation expectation() {
        return new Expectation("the duration", "be at most " + mostMs + " ms").of(LongNode.valueOf(mostMs));
    }

    @Override
    public Observation look(ResponseDocument reply) {
        long took = reply.timeline().durationMs();
        var finding = took <= mostMs ? Observation.holds(() -> "but it was " + took + " ms")
                : Observation.fails(() -> "but it was " + took + " ms");
        return finding.seeing(() -> Seen.of(LongNode.valueOf(took)));
    }
}
