package dev.muster.coordinator.server.scheduler;

import module java.base;

/**
 * The settings of a leader.
 *
 * @param lease silence after which a worker is lost
 * @param beat time between the leader's own beats
 * @param grace how long cases in flight may continue when a run is stopped
 * @param backlog maximum number of decisions waiting for the database before nothing more is handed out
 * @param workerGrace how long a run waits for a worker that meets its needs before it is stopped
 */
public record LeaderSettings(Duration lease, Duration beat, Duration grace, int backlog, Duration workerGrace) {

    public static final Duration WORKER_GRACE = Duration.ofMinutes(2);
    public static final LeaderSettings DEFAULT = new LeaderSettings(Duration.ofSeconds(10), Duration.ofMillis(500),
            Duration.ofSeconds(5), 20_000);

    public LeaderSettings(Duration lease, Duration beat, Duration grace, int backlog) {
        this(lease, beat, grace, backlog, WORKER_GRACE);
    }

    public LeaderSettings withWorkerGrace(Duration other) {
        return new LeaderSettings(lease, beat, grace, backlog, other);
    }
}
