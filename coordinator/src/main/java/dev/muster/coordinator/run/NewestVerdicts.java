package dev.muster.coordinator.run;

import module java.base;

/**
 * The newest verdicts of an agent's cases, in the order of their keys.
 *
 * @param known whether there is any verdict of the agent
 */
public record NewestVerdicts(boolean known, List<Newest> cases) {

    /** Maximum number per request. */
    public static final int PAGE = 5_000;

    public NewestVerdicts {
        cases = List.copyOf(cases);
    }

    /**
     * @param passed whether all repeats passed
     * @param definition the {@link DefinitionHash}
     */
    public record Newest(String key, boolean passed, long definition) {}
}
