package dev.muster.coordinator.run;

import module java.base;

/** Passes a suite's cases on, and fails at the first that could not be handed out. */
public record SoundCases(Iterator<CaseDefinition> suite, RunSettings settings) implements Iterator<CaseDefinition> {

    /** Thrown for a case that no worker could run; the message says why. */
    public static final class Unsound extends RuntimeException {

        private static final long serialVersionUID = 1;

        public Unsound(String message) {
            super(message);
        }
    }

    @Override
    public boolean hasNext() {
        return suite.hasNext();
    }

    @Override
    public CaseDefinition next() {
        var testCase = suite.next();
        var agent = testCase.agent();
        if (agent == null || !settings.targets().agents().containsKey(agent)) {
            throw new Unsound("case " + testCase.key() + " names " + (agent == null ? "no agent" : "agent " + agent)
                    + ", and the run's settings know " + String.join(", ", settings.targets().agents().keySet()));
        }
        return testCase;
    }
}
