package dev.muster.coordinator.run;

import module java.base;
import org.jspecify.annotations.Nullable;

/** The verdicts and runs of before, where they are stored. */
public interface PastRuns {

    /** Knows nothing. */
    PastRuns NONE = new PastRuns() {
        @Override
        public NewestVerdicts verdicts(@Nullable String project, String agent, String after, boolean all) {
            return new NewestVerdicts(false, List.of());
        }

        @Override
        public Optional<StoredRun> newestWhole(String suite, @Nullable String project) {
            return Optional.empty();
        }
    };

    /**
     * Returns the newest verdicts of cases, a page of them.
     *
     * @param project whose runs they are of; null for none
     * @param agent as their history names it: an agent, or a cell
     * @param after the key before the first
     * @param all whether to return those that passed, too
     */
    NewestVerdicts verdicts(@Nullable String project, String agent, String after, boolean all) throws IOException;

    /**
     * Returns the newest whole run of a suite that is over.
     *
     * @param suite the hash of its inputs
     * @param project null for none
     */
    Optional<StoredRun> newestWhole(String suite, @Nullable String project) throws IOException;
}
