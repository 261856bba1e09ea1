package dev.muster.cli.session;

import module java.base;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.coordinator.run.NewestVerdicts;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.StoredRun;
import org.jspecify.annotations.Nullable;

/** The runs of a fleet. */
public record FleetHistory(RemoteRuns runs, ProjectOptions projects, CommandContext here) implements History {

    @Override
    public ProjectScope scope() throws BadInput {
        return projects.onFleet(runs, here);
    }

    @Override
    public List<StoredRun> newest(Map<String, String> labels, int limit)
            throws IOException, BadInput, RefusedRun {
        var scope = scope();
        var found = runs.newest(scope, labels, limit);
        ProjectOptions.tellOlder(found, scope, here);
        return found;
    }

    @Override
    public StoredRun find(String name) throws IOException, BadInput, RefusedRun {
        return runs.find(name, scope());
    }

    @Override
    public StoredRun findToDelete(String name) throws IOException, BadInput, RefusedRun {
        return projects.findToChange(name, runs, here);
    }

    @Override
    public String state(StoredRun run) {
        return run.paused() ? "paused" : run.state().wire();
    }

    @Override
    public News news(StoredRun run) throws IOException {
        return runs.news(run.id());
    }

    @Override
    public long delete(StoredRun run) throws IOException, RefusedRun {
        return runs.delete(run.id());
    }

    @Override
    public NewestVerdicts verdicts(@Nullable String project, String agent, String after, boolean all)
            throws IOException {
        return runs.verdicts(project, agent, after, all);
    }

    @Override
    public Optional<StoredRun> newestWhole(String suite, @Nullable String project) throws IOException {
        return runs.newestWhole(suite, project);
    }

    @Override
    public void close() {
        runs.close();
    }
}
