package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.coordinator.server.ledger.CaseState.Progress;
import dev.muster.coordinator.server.ledger.CaseState.Loss;

/** Describes lost attempts in the result that they led to. */
final class LostAttempts {

    private LostAttempts() {}

    /** Returns the result; if the case took down its isolated process, with the earlier losses added. */
    static CaseResult toldIn(CaseResult result, Progress progress) {
        return result.verdict().cause() == Cause.WORKER_LOST && progress.suspect()
                ? result.with(result.verdict()
                        .saying(before(progress.losses() - progress.overdue(), progress.overdue()) + "; "
                                + result.verdict().error()))
                : result;
    }

    /** Describes all losses of a case that is given up. */
    static String all(Progress progress, Loss last) {
        int overdue = progress.overdue() + (last == Loss.OVERDUE ? 1 : 0);
        return before(progress.losses() + 1 - overdue, overdue)
                + (progress.suspect()
                        ? "; from the third attempt on it ran in a process of its own, so look at the workers" : "");
    }

    private static String before(int workers, int overdue) {
        var told = new ArrayList<String>();
        if (workers > 0) {
            told.add(workers == 1 ? "1 worker was lost while it ran this case"
                    : workers + " workers were lost while they ran this case");
        }
        if (overdue > 0) {
            told.add(overdue + (overdue == 1 ? " attempt" : " attempts") + " did not come back");
        }
        return String.join(", ", told);
    }
}
