package dev.muster.common.assertion.eval;

/**
 * An oracle that has nothing to hold the reply to: nothing it could say would be worth anything, so it fails.
 *
 * @param verb what the reply would have to do
 * @param missing what the suite does not say
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
