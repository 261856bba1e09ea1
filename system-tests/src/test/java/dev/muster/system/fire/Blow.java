package dev.muster.system.fire;

import module java.base;

/**
 * A fault inflicted on a part of the fleet.
 *
 * @param pid the process that it hit
 * @param at when it began
 * @param back when the part was back, or would have been
 */
record Blow(Kind kind, String part, long pid, Instant at, Instant back) {

    private static final Duration WORKER = Duration.ofSeconds(15);
    private static final Duration COORDINATOR = Duration.ofSeconds(15);
    private static final Duration BROKER = Duration.ofSeconds(75);

    /** The kinds of faults. */
    enum Kind {
        WORKER_KILLED,
        WORKER_FROZEN,
        WORKER_CUT_OFF,
        WORKER_DRAINED,
        COORDINATOR_KILLED,
        COORDINATOR_RESTARTED,
        BROKER_KILLED,
        BROKER_RESTARTED,
        DATABASE_KILLED,
        DATABASE_RESTARTED,
        DATABASE_SILENT,
        DISK_FULL;

        /** Whether the fleet must give up a worker because of it, and reassign its cases. */
        boolean losesWorker() {
            return this == WORKER_KILLED || this == WORKER_FROZEN || this == WORKER_CUT_OFF;
        }

        /** Whether it stops all verdicts for a while. */
        boolean stopsAll() {
            return !losesWorker() && this != WORKER_DRAINED;
        }
    }

    /** After this time, work must continue normally. */
    Duration recovery() {
        return switch (kind) {
            case WORKER_KILLED, WORKER_FROZEN, WORKER_CUT_OFF, WORKER_DRAINED -> WORKER;
            case COORDINATOR_KILLED, COORDINATOR_RESTARTED -> COORDINATOR;
            case BROKER_KILLED, BROKER_RESTARTED, DATABASE_KILLED, DATABASE_RESTARTED, DATABASE_SILENT, DISK_FULL ->
                BROKER;
        };
    }

    Duration after(Instant then) {
        return Duration.between(at, then);
    }
}
