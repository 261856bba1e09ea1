package dev.muster.coordinator.run;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * A run as stored.
 *
 * @param agent the target, for human users
 * @param input what was run, for human users
 * @param lastSeq sequence number of its newest result
 * @param paused whether nothing is dispatched until it is resumed
 * @param parent the run that its cases come from; null when it has cases of its own
 * @param owner the name of the token that started it; null when none did
 * @param ran how long it has run, without pauses and without the time before it was resumed; null before its first
 *            order
 * @param costUsd of all its attempts; null when nothing had a price, and for a run of an earlier version
 */
public record StoredRun(String id, String fleet, RunState state, @Nullable String stopReason, String agent,
        String input, RunSettings settings, RunCounts counts, long lastSeq, @Nullable Instant createdAt,
        @Nullable Instant startedAt, @Nullable Instant finishedAt, @Nullable Duration ran,
        boolean paused, @Nullable String parent, @Nullable String owner, @Nullable BigDecimal costUsd) {

    /** The name prefix of fleets that live for one run in one process. */
    public static final String LOCAL = "local-";

    /** Whether it ran in the process that requested it. */
    public boolean isLocal() {
        return fleet.startsWith(LOCAL);
    }

    /** Returns the time of the run, which every report gives; empty before its end. */
    public Optional<Duration> took() {
        return finishedAt == null ? Optional.empty() : Optional.ofNullable(ran).filter(Duration::isPositive);
    }
}
