package dev.muster.deploy.fire;

import java.time.Duration;
import java.time.Instant;

/**
 * What was done to a part of the fleet.
 *
 * @param pid of the process that it befell
 * @param at when it began
 * @param back when the part was there again, or would have been
 */
record Blow(Kind kind, String part, long pid, Instant at, Instant back) {

    private static final Duration WORKER = Duration.ofSeconds(12);
    private static final Duration COORDINATOR = Duration.ofSeconds(15);
    private static final Duration BROKER = Duration.ofSeconds(75);

    /** What may be done. */
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

        /** Whether the fleet has to give a worker up for it, and its cases to others. */
        boolean losesWorker() {
            return this == WORKER_KILLED || this == WORKER_FROZEN || this == WORKER_CUT_OFF;
        }

        /** Whether it stops every verdict for a while. */
        boolean stopsAll() {
            return !losesWorker() && this != WORKER_DRAINED;
        }
    }

    /** After this long work must go on as if nothing had been. */
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
