package dev.muster.coordinator.run;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * The results of a case's newest runs, with one agent and connector.
 *
 * @param agent the name of the cell
 * @param durationMs duration of its runs, weighted towards newer ones
 * @param failStreak number of consecutive runs in which it failed, up to the newest
 * @param recent oldest first
 * @param project null for none
 */
public record CaseHistory(String agent, String key, long durationMs, int failStreak, List<Past> recent,
        @Nullable String project) {

    /** A run's verdict on a case: all its repeats passed, failed, or neither. */
    public enum Verdict {
        PASSED,
        FAILED,
        FLAKY
    }

    /**
     * One of the runs.
     *
     * @param flake whether it was flaky then, or changed between passed and failed with an unchanged definition
     */
    public record Past(String run, Verdict verdict, boolean flake) {}

    /** Returns in how many of these runs it was a flake. */
    public long flakes() {
        return recent.stream().filter(Past::flake).count();
    }

    public double flakeRate() {
        return recent.isEmpty() ? 0 : (double) flakes() / recent.size();
    }

    /** Whether it fails all the time, so that no quarantine applies to it. */
    public boolean isBroken() {
        return failStreak >= Quarantine.CONSISTENT;
    }
}
