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

    /** Changes between passed and failed that make a case flaky: an outage is two. */
    public static final int FLIPS = 3;
    /** The runs in which they count. */
    public static final int NEWEST = 20;

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

    /**
     * Returns in how many of these runs it was flaky: its repeats differed, or its verdict changed at least
     * {@value #FLIPS} times within its newest {@value #NEWEST} runs. A case that broke, or one that was fixed, changed
     * once.
     */
    public long flakes() {
        long mixed = recent.stream().filter(past -> past.verdict() == Verdict.FLAKY).count();
        long flips = recent.subList(Math.max(0, recent.size() - NEWEST), recent.size()).stream()
                .filter(past -> past.flake() && past.verdict() != Verdict.FLAKY).count();
        return mixed + (flips < FLIPS ? 0 : flips);
    }

    public double flakeRate() {
        return recent.isEmpty() ? 0 : (double) flakes() / recent.size();
    }

    /** Whether it fails all the time, so that no quarantine applies to it. */
    public boolean isBroken() {
        return failStreak >= Quarantine.CONSISTENT;
    }
}
