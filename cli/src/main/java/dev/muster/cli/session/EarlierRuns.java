package dev.muster.cli.session;

import module java.base;
import dev.muster.coordinator.run.NewestVerdicts;
import dev.muster.coordinator.run.PastRuns;
import dev.muster.coordinator.run.StoredRun;
import org.jspecify.annotations.Nullable;

/**
 * The runs of before, where a run keeps its own: with its fleet, or with the one that a dry run has not started.
 *
 * @param fleet null for a dry run
 */
public record EarlierRuns(@Nullable FleetAccess fleet, RunTarget target) implements PastRuns {

    @Override
    public NewestVerdicts verdicts(@Nullable String project, String agent, String after, boolean all)
            throws IOException {
        if (fleet != null) {
            return fleet.runs().verdicts(project, agent, after, all);
        }
        try (var history = target.history()) {
            return history.verdicts(project, agent, after, all);
        }
    }

    @Override
    public Optional<StoredRun> newestWhole(String suite, @Nullable String project) throws IOException {
        if (fleet != null) {
            return fleet.runs().newestWhole(suite, project);
        }
        try (var history = target.history()) {
            return history.newestWhole(suite, project);
        }
    }
}
