package dev.muster.deploy.command;

import dev.muster.coordinator.replay.Replay;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.store.ResultTable;

/** Evaluates the assertions of a stored run again, page by page, and tells what has changed. */
record ReplayedRun(ResultTable results, Surroundings here) {

    private static final int PAGE = 500;

    int tell(String run) {
        var replay = new Replay();
        var page = results.after(run, 0, PAGE);
        while (!page.isEmpty()) {
            page.forEach(stored -> replay.of(stored.result()).forEach(this::tell));
            page = results.after(run, page.getLast().seq(), PAGE);
        }
        here.out().println(replay.summary());
        return replay.stands() ? Exit.OK : Exit.FAILED;
    }

    private void tell(Replay.Change change) {
        here.out().println(Printable.line(change.key() + ", " + change.place() + ": "
                + (change.stored().passed() ? "passed then, fails now: " + change.today().reason()
                        : change.today().passed() ? "failed then, passes now; it said: " + change.stored().reason()
                                : "its score was " + change.stored().score() + " and is " + change.today().score())));
    }
}
