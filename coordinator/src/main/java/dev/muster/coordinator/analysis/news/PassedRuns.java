package dev.muster.coordinator.analysis.news;

import module java.base;
import dev.muster.coordinator.analysis.figures.Count;
import dev.muster.coordinator.analysis.gate.GateCheck;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.store.RunTable;

/**
 * Which earlier runs passed their own gates. Whether one did may depend on its own baseline, and so on the run before
 * it; each is decided once. Serves one run.
 */
final class PassedRuns implements Predicate<String> {

    /** Maximum runs that are held against their own baselines; an earlier one is judged by its pass rate. */
    private static final int MOST_COMPARED = 30;

    private final Database database;
    private final BiFunction<StoredRun, PassedRuns, News> news;
    private final Map<String, Boolean> known = new HashMap<>();
    private int compared;

    PassedRuns(Database database, BiFunction<StoredRun, PassedRuns, News> news) {
        this.database = database;
        this.news = news;
    }

    @Override
    public boolean test(String run) {
        var before = known.get(run);
        if (before != null) {
            return before;
        }
        boolean passed = new RunTable(database).find(run).filter(this::passed).isPresent();
        known.put(run, passed);
        return passed;
    }

    private boolean passed(StoredRun run) {
        var gate = run.settings().policies().gate();
        var counts = Count.of(database, run.id());
        boolean byRate = GateCheck.failure(gate, counts).isEmpty();
        boolean allPassed = run.counts().passed() == run.counts().total();
        if (gate.newlyFailing() == null || allPassed || compared >= MOST_COMPARED
                || GateCheck.failsAnyhow(gate, counts)) {
            return byRate;
        }
        compared++;
        return GateCheck.failure(gate, counts, news.apply(run, this)).isEmpty();
    }
}
