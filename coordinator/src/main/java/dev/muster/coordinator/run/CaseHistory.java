package dev.muster.coordinator.run;

import java.util.List;

/**
 * How the newest runs of a case ended, with one agent and connector.
 *
 * @param agent the name of the cell
 * @param durationMs of its runs, newer ones count more
 * @param failStreak in how many runs in a row it failed, up to the newest
 * @param recent oldest first
 */
public record CaseHistory(String agent, String key, long durationMs, int failStreak, List<Past> recent) {

    public CaseHistory {
        recent = List.copyOf(recent);
    }

    /** What a run said of a case: all its repeats passed, failed, or neither. */
    public enum Verdict {
        PASSED,
        FAILED,
        FLAKY
    }

    /**
     * One of the runs.
     *
     * @param run its id
     * @param flake it was flaky then, or changed between passed and failed while its definition stayed as it was
     */
    public record Past(String run, Verdict verdict, boolean flake) {}

    /** In how many of these runs it was a flake. */
    public long flakes() {
        return recent.stream().filter(Past::flake).count();
    }

    public double flakeRate() {
        return recent.isEmpty() ? 0 : (double) flakes() / recent.size();
    }

    /** Whether it fails all the time, and no quarantine holds for it. */
    public boolean isBroken() {
        return failStreak >= Quarantine.CONSISTENT;
    }
}
