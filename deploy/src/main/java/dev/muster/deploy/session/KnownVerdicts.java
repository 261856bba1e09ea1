package dev.muster.deploy.session;

import module java.base;
import dev.muster.common.access.Credentials;
import dev.muster.common.leader.Coordinators;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.coordinator.run.NewestVerdicts;
import dev.muster.coordinator.store.HistoryTable;
import dev.muster.coordinator.suite.pick.PastVerdicts;
import dev.muster.deploy.fleet.LocalDatabase;
import org.jspecify.annotations.Nullable;

/**
 * The newest verdicts, where the run keeps its own: with its fleet, or with the one that a dry run has not started.
 *
 * @param fleet null for a dry run
 * @param coordinators null for a run in this process
 */
public record KnownVerdicts(@Nullable FleetAccess fleet, @Nullable Coordinators coordinators, Credentials credentials,
        CommandContext here) implements PastVerdicts.Source {

    @Override
    public NewestVerdicts after(String agent, String key, boolean all) throws IOException {
        if (fleet != null) {
            return fleet.runs().verdicts(agent, key, all);
        }
        if (coordinators != null) {
            try (var remote = new RemoteRuns(coordinators, credentials)) {
                return remote.verdicts(agent, key, all);
            }
        }
        try (var local = LocalDatabase.open(here.home(), 1)) {
            return new HistoryTable(local.database()).newest(agent, key, all);
        }
    }
}
