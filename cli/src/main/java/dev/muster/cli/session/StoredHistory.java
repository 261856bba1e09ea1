package dev.muster.cli.session;

import module java.base;
import dev.muster.coordinator.analysis.news.NewsFinder;
import dev.muster.coordinator.run.NewestVerdicts;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.HistoryTable;
import dev.muster.coordinator.store.Leadership;
import dev.muster.coordinator.store.Pruning;
import dev.muster.coordinator.store.RunNames;
import dev.muster.coordinator.store.RunTable;
import org.jspecify.annotations.Nullable;

/** The runs in a database, and what to close with it. */
public record StoredHistory(Database database, ProjectScope scope, Runnable closing) implements History {

    @Override
    public List<StoredRun> newest(Map<String, String> labels, int limit) {
        return new RunTable(database).newest(null, scope, labels, false, 0, limit);
    }

    @Override
    public StoredRun find(String name) throws RefusedRun {
        return new RunNames(new RunTable(database), null, scope).find(name);
    }

    @Override
    public StoredRun findToDelete(String name) throws RefusedRun {
        return find(name);
    }

    /** A run whose coordinator is gone is not running, whatever its row says. */
    @Override
    public String state(StoredRun run) {
        boolean abandoned = !run.state().over() && !Leadership.ledNow(database, run.fleet());
        return abandoned ? "interrupted" : run.paused() ? "paused" : run.state().wire();
    }

    @Override
    public News news(StoredRun run) {
        return new NewsFinder(database).of(run);
    }

    @Override
    public long delete(StoredRun run) throws IOException, RefusedRun {
        return new Pruning(database, Instant.now()).delete(run.id(), null);
    }

    @Override
    public NewestVerdicts verdicts(@Nullable String project, String agent, String after, boolean all) {
        return new HistoryTable(database).newest(project, agent, after, all);
    }

    @Override
    public Optional<StoredRun> newestWhole(String suite, @Nullable String project) {
        return new RunTable(database).newestWhole(null, suite, project);
    }

    @Override
    public void close() {
        closing.run();
    }
}
