package dev.muster.coordinator.lead;

import java.util.List;

/**
 * The fleet at a moment.
 *
 * @param backlog decisions that wait for the database
 * @param healthy the database takes what it is given
 */
public record FleetStatus(String fleet, long epoch, List<WorkerStatus> workers, int activeRuns, int backlog,
        boolean healthy) {

    public FleetStatus {
        workers = List.copyOf(workers);
    }

    /** One worker. */
    public record WorkerStatus(String worker, String incarnation, long pid, int slots, int assigned, String state) {}
}
