package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.message.CaseRef;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.run.Stop;
import org.jspecify.annotations.Nullable;

/**
 * A run that is not over.
 *
 * @param finished number of cases that have their result
 * @param past what happened to those that have none, if anything
 * @param soFar what counts against its limits
 */
public record OpenRun(String id, int total, RunSettings settings, int finished, Map<CaseRef, EarlierAttempts> past,
        SpentSoFar soFar, @Nullable Stop stop) {

    /** Returns the same run, whose limits count from now on. */
    public OpenRun anew() {
        return new OpenRun(id, total, settings, finished, past, SpentSoFar.NOTHING, null);
    }
}
