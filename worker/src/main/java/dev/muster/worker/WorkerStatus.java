package dev.muster.worker;

import module java.base;

/**
 * A snapshot of a worker.
 *
 * @param epoch the epoch of the coordinator that leased it an inbox; 0 before
 * @param held cases taken but not yet acknowledged
 * @param fresh whether beats are acknowledged, so that calls may start
 * @param beatAge time since the newest acknowledged beat was sent; zero without a lease
 */
public record WorkerStatus(long epoch, int slots, int held, boolean leased, boolean fresh, Duration beatAge) {

    static WorkerStatus notLeased(int slots) {
        return new WorkerStatus(0, slots, 0, false, false, Duration.ZERO);
    }
}
