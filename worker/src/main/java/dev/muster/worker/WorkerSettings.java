package dev.muster.worker;

import module java.base;
import dev.muster.worker.inflight.Lease;

/**
 * How a worker takes part in a fleet.
 *
 * @param slots most cases in flight
 * @param env names of the environment variables that cases may use here
 * @param switches what it may do in addition to calling agents
 * @param beat time between beats
 * @param grace how long cases in flight may continue after a drain request
 * @param overdueAfter how long after its deadline an attempt that did not return is given up
 */
public record WorkerSettings(String fleet, String name, int slots, Set<String> env, Set<String> switches,
        Duration beat, Duration grace, Lease.Limits lease, Duration overdueAfter) {

    public static final Duration OVERDUE_AFTER = Duration.ofSeconds(30);

    /** How long cases in flight may continue unless configured. */
    public static final Duration GRACE = Duration.ofSeconds(30);

    public static WorkerSettings of(String fleet, String name, int slots, Set<String> env, Set<String> switches) {
        return new WorkerSettings(fleet, name, slots, env, switches, Duration.ofSeconds(1), GRACE,
                Lease.Limits.DEFAULT, OVERDUE_AFTER);
    }

    public WorkerSettings withGrace(Duration longer) {
        return new WorkerSettings(fleet, name, slots, env, switches, beat, longer, lease, overdueAfter);
    }
}
