package dev.muster.worker;

import java.time.Duration;

/**
 * A worker at a moment.
 *
 * @param epoch of the coordinator that leased it an inbox; 0 before
 * @param held cases taken and not yet acknowledged
 * @param leased whether it has an inbox
 * @param fresh whether its beats are acknowledged, so that calls may be started
 * @param beatAge since the last beat was sent that was acknowledged; zero while it is not leased
 */
public record WorkerStatus(long epoch, int slots, int held, boolean leased, boolean fresh, Duration beatAge) {

    static WorkerStatus notLeased(int slots) {
        return new WorkerStatus(0, slots, 0, false, false, Duration.ZERO);
    }
}
