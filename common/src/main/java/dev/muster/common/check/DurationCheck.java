package dev.muster.common.check;

import tools.jackson.databind.node.LongNode;

/** The answer, or the whole test, takes no longer. */
record DurationCheck(long mostMs) implements CompiledCheck {

    @Override
    public Expectation expectation() {
        return new Expectation("the duration", "be at most " + mostMs + " ms").of(LongNode.valueOf(mostMs));
    }

    @Override
    public Finding look(ResponseDocument reply) {
        long took = reply.timeline().durationMs();
        var finding = took <= mostMs ? Finding.holds(() -> "but it was " + took + " ms")
                : Finding.fails(() -> "but it was " + took + " ms");
        return finding.seeing(() -> Seen.of(LongNode.valueOf(took)));
    }
}
