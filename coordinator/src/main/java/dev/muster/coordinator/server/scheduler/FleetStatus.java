package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.json.Flat;

/**
 * The state of the fleet at one moment.
 *
 * @param inboxes maximum number of workers
 * @param waiting workers that found every inbox taken
 * @param runs active runs
 * @param agents agents that these runs name
 * @param lag records not yet read, by topic name
 */
public record FleetStatus(String fleet, long epoch, int inboxes, List<WorkerStatus> workers, int waiting,
        Load load, List<RunStatus> runs, List<AgentStatus> agents, Map<String, Long> lag) {

    /**
     * The work in progress.
     *
     * @param backlog decisions waiting for the database
     * @param healthy whether the database accepts writes
     */
    @Flat
    public record Load(int activeRuns, int backlog, boolean healthy) {}

    public FleetStatus {
        workers = List.copyOf(workers);
        runs = List.copyOf(runs);
        agents = List.copyOf(agents);
        lag = Map.copyOf(lag);
    }

    /**
     * The state of one worker.
     *
     * @param silenceMs time since its last message, on the fleet's clock
     */
    public record WorkerStatus(String worker, String incarnation, long pid, int slots, int assigned, String state,
            long silenceMs) {}

    /** The state of one run. */
    public record RunStatus(String run, int pending, int assigned) {}

    /**
     * The state of one agent.
     *
     * @param limit maximum number of concurrent calls; 0 for no limit
     * @param inUse cases that hold one of its permits
     * @param perSecond calls a second that it may get, configured or learned; 0 for no limit
     */
    public record AgentStatus(String agent, int limit, int inUse, double perSecond) {}
}
