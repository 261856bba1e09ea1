package dev.muster.coordinator.suite.pick;

import module java.base;
import dev.muster.coordinator.run.NewestVerdicts;

/** Where verdicts are stored. */
@FunctionalInterface
public interface VerdictSource {

    /** Knows no verdict. */
    VerdictSource NONE = (_, _, _) -> new NewestVerdicts(false, List.of());

    /** Returns the verdicts after a key, in the order of their keys; all of them, or those that did not pass. */
    NewestVerdicts after(String agent, String key, boolean all) throws IOException;
}
