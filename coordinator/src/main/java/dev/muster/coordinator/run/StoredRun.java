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
 */
public record StoredRun(String id, String fleet, RunState state, @Nullable String stopReason, String agent,
        String input, RunSettings settings, RunCounts counts, long lastSeq, @Nullable Instant createdAt,
        @Nullable Instant startedAt, @Nullable Instant finishedAt) {}
