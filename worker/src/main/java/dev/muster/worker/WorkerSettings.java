package dev.muster.worker;

import dev.muster.worker.inflight.Lease;
import java.time.Duration;
import java.util.Set;

/**
 * How a worker takes part in a fleet.
 *
 * @param fleet whose topics it reads
 * @param name for people
 * @param slots cases it holds at once
 * @param env names of the environment variables that cases may use here
 * @param switches what it may do beside talking to agents
 * @param beat time between snapshots
 * @param grace how long what is held may go on after a drain was asked for
 * @param overdueAfter how long after its time was over an attempt that did not come back is given up
 */
public record WorkerSettings(String fleet, String name, int slots, Set<String> env, Set<String> switches,
        Duration beat, Duration grace, Lease.Limits lease, Duration overdueAfter) {

    public static final Duration OVERDUE_AFTER = Duration.ofSeconds(30);

    public WorkerSettings {
        env = Set.copyOf(env);
        switches = Set.copyOf(switches);
    }

    public static WorkerSettings of(String fleet, String name, int slots, Set<String> env, Set<String> switches) {
        return new WorkerSettings(fleet, name, slots, env, switches, Duration.ofSeconds(1), Duration.ofSeconds(30),
                Lease.Limits.DEFAULT, OVERDUE_AFTER);
    }
}
