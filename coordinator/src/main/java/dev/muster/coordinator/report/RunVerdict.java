package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.result.Status;
import dev.muster.coordinator.run.RunState;

/** The outcome of a run in one sentence, for those who read nothing else. */
public final class RunVerdict {

    private RunVerdict() {}

    public static String of(RunEnd end) {
        return of(end.tally().summary(), end.state());
    }

    public static String of(Summary summary, RunState state) {
        return counted(summary) + how(state);
    }

    private static String counted(Summary summary) {
        int total = summary.total();
        if (total == 0) {
            return "No result";
        }
        if (summary.count(Status.PASSED) == total) {
            return total == 1 ? "The only case passed" : "All " + total + " passed";
        }
        var bad = new ArrayList<String>();
        name(bad, summary, Status.FAILED, "failed");
        name(bad, summary, Status.ERROR, "ended in an error");
        name(bad, summary, Status.FLAKY, "flaky");
        var passed = summary.count(Status.PASSED) + " of " + total + " passed";
        return bad.isEmpty() ? passed : listed(bad) + "; " + passed;
    }

    private static void name(List<String> words, Summary summary, Status status, String word) {
        if (summary.count(status) > 0) {
            words.add(summary.count(status) + " " + word);
        }
    }

    private static String listed(List<String> words) {
        int last = words.size() - 1;
        return last == 0 ? words.getFirst() : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
    }

    private static String how(RunState state) {
        return switch (state) {
            case FINISHED -> "";
            case STOPPED -> ", and the run was stopped before its end";
            case INTERRUPTED -> ", and the run was interrupted";
            case PREPARING, RUNNING -> ", and the run had not finished";
        };
    }
}
