package dev.muster.common.result;

import module java.base;
import dev.muster.common.json.Flat;
import org.jspecify.annotations.Nullable;

/**
 * A verdict without a cause, which only the case has.
 *
 * @param status the turn's own status: a turn that was not run is {@code skipped}
 * @param error the failure table's text; null when there is none
 * @param skipReason why it was not run; null when it was run
 */
@Flat
public record TurnOutcome(Status status, @Nullable String error, @Nullable String skipReason) {}
