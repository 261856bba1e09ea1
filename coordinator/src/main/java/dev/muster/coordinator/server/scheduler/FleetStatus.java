package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.json.Flat;
import dev.muster.common.message.Target;
import dev.muster.coordinator.server.limits.Permits;
import dev.muster.coordinator.server.limits.Rates;

/**
 * The state of the fleet at one moment.
 *
 * @param inboxes maximum number of workers
 * @param waiting workers that found every inbox taken
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

    /** @param silenceMs time since its last message, on the fleet's clock */
    public record WorkerStatus(String worker, String incarnation, long pid, int slots, int assigned, String state,
            long silenceMs) {}

    /** @param lost attempts that were lost with their workers, as far as this coordinator knows */
    public record RunStatus(String run, int pending, int assigned, int lost) {}

    /**
     * The state of one agent.
     *
     * @param limit maximum number of concurrent calls; 0 for no limit
     * @param inUse cases that hold one of its permits
     * @param perSecond calls a second that it may get, configured or learned; 0 for no limit
     * @param learned whether that is what the agent's own refusals taught
     */
    public record AgentStatus(String agent, int limit, int inUse, double perSecond, boolean learned) {

        /** Returns the status of the agents that active runs name, each by its id wherever it is called. */
        static List<AgentStatus> of(Collection<CaseTargets> runs, Permits permits, Rates rates) {
            var byId = new TreeMap<String, Map<String, Target>>();
            runs.stream().flatMap(callees -> callees.all().stream()).forEach(target -> byId
                    .computeIfAbsent(target.id(), id -> new LinkedHashMap<>()).put(target.address(), target));
            return byId.entrySet().stream().map(each -> of(each.getKey(), each.getValue().values(), permits, rates))
                    .toList();
        }

        private static AgentStatus of(String id, Collection<Target> places, Permits permits, Rates rates) {
            int limit = places.stream().mapToInt(each -> each.agent().limits().concurrency()).max().orElse(0);
            int inUse = places.stream().mapToInt(permits::taken).sum();
            double rate = places.stream().mapToDouble(rates::perSecond).min().orElse(Double.POSITIVE_INFINITY);
            boolean learned = !Double.isInfinite(rate) && places.stream()
                    .noneMatch(each -> each.agent().limits().requestsPerMinute() / 60.0 == rate);
            return new AgentStatus(id, limit, inUse, Double.isInfinite(rate) ? 0 : rate, learned);
        }
    }
}
