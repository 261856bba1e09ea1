package dev.muster.common.check;

/** The answer, or the whole test, takes no longer. */
record DurationCheck(long mostMs) implements CompiledCheck {

    @Override
    public Expectation expectation() {
        return new Expectation("the duration", "be at most " + mostMs + " ms");
    }

    @Override
    public Finding look(ResponseDocument reply) {
        long took = reply.timeline().durationMs();
        return took <= mostMs ? Finding.holds(() -> "but it was " + took + " ms")
                : Finding.fails(() -> "but it was " + took + " ms");
    }
}
