package dev.muster.cli.session;

import module java.base;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.common.access.Credentials;
import dev.muster.common.leader.Coordinators;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.coordinator.run.NewestVerdicts;
import dev.muster.coordinator.run.PastRuns;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.HistoryTable;
import dev.muster.coordinator.store.RunTable;
import org.jspecify.annotations.Nullable;

/**
 * The runs of before, where a run keeps its own: with its fleet, or with the one that a dry run has not started.
 *
 * @param fleet null for a dry run
 * @param coordinators null for a run in this process
 */
public record EarlierRuns(@Nullable FleetAccess fleet, @Nullable Coordinators coordinators, Credentials credentials,
        CommandContext here) implements PastRuns {

    @Override
    public NewestVerdicts verdicts(@Nullable String project, String agent, String after, boolean all)
            throws IOException {
        return lookedUp(runs -> runs.verdicts(project, agent, after, all),
                local -> new HistoryTable(local.database()).newest(project, agent, after, all));
    }

    @Override
    public Optional<StoredRun> newestWhole(String suite, @Nullable String project) throws IOException {
        return lookedUp(runs -> runs.newestWhole(suite, project),
                local -> new RunTable(local.database()).newestWhole(null, suite, project));
    }

    @FunctionalInterface
    private interface Question<T> {
        T ask(PastRuns runs) throws IOException;
    }

    private <T> T lookedUp(Question<T> question, Function<LocalDatabase, T> otherwise) throws IOException {
        if (fleet != null) {
            return question.ask(fleet.runs());
        }
        if (coordinators != null) {
            try (var remote = new RemoteRuns(coordinators, credentials)) {
                return question.ask(remote);
            }
        }
        try (var local = LocalDatabase.open(here.home(), 1)) {
            return otherwise.apply(local);
        }
    }
}
