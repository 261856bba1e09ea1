package dev.muster.common.result;

import org.jspecify.annotations.Nullable;

/**
 * What became of a checkpoint.
 *
 * @param id as in the suite
 * @param description null when it has none
 * @param passed it was reached
 * @param reachedAtTurn from 1; null when it was not reached
 * @param reason why it did not hold when it was last tried; null when it was reached or never tried
 */
public record CheckpointResult(String id, @Nullable String description, boolean required, boolean passed,
        @Nullable Integer reachedAtTurn, @Nullable String reason) {}
