package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.message.Target;
import dev.muster.coordinator.server.limits.Permits;
import dev.muster.coordinator.server.limits.Rates;

/** The status of the agents that active runs name, each by its id wherever it is called. */
final class AgentsInUse {

    private AgentsInUse() {}

    static List<FleetStatus.AgentStatus> of(Collection<CaseTargets> runs, Permits permits, Rates rates) {
        var byId = new TreeMap<String, Map<String, Target>>();
        runs.stream().flatMap(callees -> callees.all().stream()).forEach(
                target -> byId.computeIfAbsent(target.id(), id -> new LinkedHashMap<>()).put(target.address(), target));
        return byId.entrySet().stream().map(each -> status(each.getKey(), each.getValue().values(), permits, rates))
                .toList();
    }

    private static FleetStatus.AgentStatus status(String id, Collection<Target> places, Permits permits, Rates rates) {
        int limit = places.stream().mapToInt(each -> each.agent().limits().concurrency()).max().orElse(0);
        int inUse = places.stream().mapToInt(permits::taken).sum();
        double rate = places.stream().mapToDouble(rates::perSecond).min().orElse(Double.POSITIVE_INFINITY);
        return new FleetStatus.AgentStatus(id, limit, inUse, Double.isInfinite(rate) ? 0 : rate);
    }
}
