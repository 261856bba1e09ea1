package dev.muster.coordinator.server.scheduler;

import dev.muster.common.json.Flat;
import java.util.List;
import java.util.Map;

/**
 * The fleet at a moment.
 *
 * @param inboxes most workers that it can have
 * @param waiting workers that found all of them taken
 * @param runs that are under way
 * @param agents that they name
 * @param lag records of a topic that were not read yet, by its name
 */
public record FleetStatus(String fleet, long epoch, int inboxes, List<WorkerStatus> workers, int waiting,
        Load load, List<RunStatus> runs, List<AgentStatus> agents, Map<String, Long> lag) {

    /**
     * What there is to do.
     *
     * @param backlog decisions that wait for the database
     * @param healthy the database takes what it is given
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
     * One worker.
     *
     * @param silenceMs since it was last heard, on the fleet's clock
     */
    public record WorkerStatus(String worker, String incarnation, long pid, int slots, int assigned, String state,
            long silenceMs) {}

    /** One run. */
    public record RunStatus(String run, int pending, int assigned) {}

    /**
     * One agent.
     *
     * @param limit most calls at once; 0 for none
     * @param inUse cases that hold one of them
     * @param perSecond calls a second that it may be called, as it was said or learned; 0 for no limit
     */
    public record AgentStatus(String agent, int limit, int inUse, double perSecond) {}
}
