package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.Exit;
import dev.muster.common.config.Keeping.Replies;
import dev.muster.common.result.AssertionResult;
import dev.muster.coordinator.analysis.replay.Replay;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.store.ResultTable;
import org.jspecify.annotations.Nullable;

/** Evaluates the assertions of a stored run again, page by page, and reports what has changed. */
record ReplayedRun(ResultTable results, CommandContext here) {

    private static final int PAGE = 500;

    int tell(String run, Replies kept) {
        var replay = new Replay();
        var page = results.after(run, 0, PAGE);
        while (!page.isEmpty()) {
            page.forEach(stored -> replay.of(stored.result()).forEach(this::tell));
            page = results.after(run, page.getLast().seq(), PAGE);
        }
        here.out().println(replay.summary());
        if (kept != Replies.ALL) {
            here.out()
                    .println("Run " + run + " kept "
                            + (kept == Replies.NONE ? "no replies" : "no replies of cases that passed")
                            + " (store: { replies: " + kept.wire()
                            + " } in its muster.yaml), so these can't be judged again");
        }
        return replay.stands() ? Exit.OK : Exit.FAILED;
    }

    private void tell(Replay.Change change) {
        here.out().println(Printable.line(change.key() + ", " + change.place() + ": "
                + (change.stored().passed() == change.today().passed()
                        && change.stored().failed() == change.today().failed()
                                ? "its score was " + change.stored().score() + " and is " + change.today().score()
                                : verdicts(change.stored(), change.today()))));
    }

    private static String verdicts(AssertionResult stored, AssertionResult today) {
        var now = today.passed() ? "passes now; it said: " + why(stored)
                : (today.failed() ? "fails now: " : "has no verdict now: ") + why(today);
        return (stored.passed() ? "passed then, " : stored.failed() ? "failed then, " : "had no verdict then, ")
                + now;
    }

    private static @Nullable String why(AssertionResult result) {
        return result.error() == null ? result.reason() : result.error();
    }
}
