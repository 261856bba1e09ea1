package dev.muster.common.result;

import org.jspecify.annotations.Nullable;

/**
 * The result of a checkpoint.
 *
 * @param reachedAtTurn from 1; null when not reached
 * @param reason why it did not hold when last evaluated; null when it was reached or never evaluated
 */
public record CheckpointResult(String id, @Nullable String description, boolean required, boolean passed,
        @Nullable Integer reachedAtTurn, @Nullable String reason) {}
