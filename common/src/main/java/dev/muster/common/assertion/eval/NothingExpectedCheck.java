package dev.muster.common.assertion.eval;

/**
 * An oracle without expectations: a pass would mean nothing, so it fails.
 *
 * @param verb what the reply should do
 * @param missing what the suite lacks
 */
record NothingExpectedCheck(String verb, String missing) implements CompiledCheck {

    @Override
    public Expectation expectation() {
        return Expectation.ofReply(verb);
    }

    @Override
    public Observation look(ResponseDocument reply) {
        return Observation.undecided(() -> "but " + missing).scored(0);
    }
}
