package dev.muster.coordinator.client;

import module java.base;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.PastRuns;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.suite.pick.Selection;
import org.jspecify.annotations.Nullable;

/** Why no case of a suite is selected as one that failed: nothing did, or nothing shows so. */
public final class FailedBefore {

    private static final String WHOLE_FIRST = "; run the whole suite first, without --failed";

    private final Selection selection;
    private final @Nullable StoredRun newest;

    private FailedBefore(Selection selection, @Nullable StoredRun newest) {
        this.selection = selection;
        this.newest = newest;
    }

    /**
     * Looks up the newest whole run of a suite, if cases were selected by their verdicts.
     *
     * @param past null where no verdicts are known
     * @param suite the hash of its inputs
     */
    static FailedBefore of(Selection selection, @Nullable PastRuns past, String suite, @Nullable String project)
            throws IOException {
        if (past == null || !selection.wantsFailed()) {
            return new FailedBefore(selection, null);
        }
        var newest = past.newestWhole(suite, project);
        return new FailedBefore(selection,
                newest.isPresent() || project == null ? newest.orElse(null)
                        : past.newestWhole(suite, null).filter(run -> isOf(project, run)).orElse(null));
    }

    /** Whether a run without a project may be one of this project: it is not labelled with another repository. */
    private static boolean isOf(String project, StoredRun run) {
        var repository = run.settings().about().labels().get(About.REPOSITORY);
        return repository == null || repository.equals(project);
    }

    /** Returns why it is right that no case runs: the newest whole run has no failure, or all are in other shards. */
    public Optional<String> rightly() {
        return Optional.ofNullable(newest).filter(run -> selection.isWithoutFailed() && trouble(run).isEmpty())
                .map(clean -> "nothing failed in " + clean.id() + ", the newest whole run of these inputs")
                .or(selection::emptyShard);
    }

    /** Explains in a sentence or more why no case was selected. */
    String nothing() {
        if (!selection.wantsFailed()) {
            return selection.nothing();
        }
        return selection.nothing() + (!selection.isWithoutFailed()
                ? selection.note().isPresent() ? WHOLE_FIRST : ""
                : newest == null
                        ? "; no whole run of these inputs has ended yet, so it is not known whether one fails"
                                + WHOLE_FIRST
                        : "; " + trouble(newest).orElse("nothing failed in " + newest.id()));
    }

    private Optional<String> trouble(StoredRun run) {
        var missing = selection.agents().stream().filter(agent -> !has(run, agent)).toList();
        if (!missing.isEmpty()) {
            return Optional.of("the newest whole run, " + run.id() + ", was not with " + String.join(", ", missing));
        }
        if (run.state() != RunState.FINISHED || run.counts().cancelled() > 0) {
            return Optional.of("the newest whole run, " + run.id() + ", did not finish");
        }
        int bad = run.counts().failed() + run.counts().errors();
        return bad == 0 ? Optional.empty()
                : Optional.of("in the newest whole run, " + run.id() + ", " + bad + (bad == 1 ? " result" : " results")
                        + " failed or ended in an error, and no case did since; run the whole suite to see that all "
                        + "pass");
    }

    private static boolean has(StoredRun run, String agent) {
        return List.of(run.agent().split(", ", -1)).contains(agent)
                || run.settings().matrix().cells().stream().anyMatch(cell -> cell.name(run.agent()).equals(agent));
    }
}
