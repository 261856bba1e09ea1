package dev.muster.coordinator.run;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A run as the store knows it.
 *
 * @param stopReason why it was stopped; null when it was not
 * @param agent the target, for people
 * @param input what was run, for people
 * @param lastSeq sequence number of its newest result
 * @param paused nothing is handed out until it goes on
 * @param parent the run that its cases are of; null when they came with it
 */
public record StoredRun(String id, String fleet, RunState state, @Nullable String stopReason, String agent,
        String input, RunSettings settings, RunCounts counts, long lastSeq, @Nullable Instant createdAt,
        @Nullable Instant startedAt, @Nullable Instant finishedAt,
        boolean paused, @Nullable String parent) {

    /** How the fleets are named that live for one run in one process. */
    public static final String LOCAL = "local-";

    /** Whether it was carried out in the process that asked for it. */
    public boolean isLocal() {
        return fleet.startsWith(LOCAL);
    }
}
