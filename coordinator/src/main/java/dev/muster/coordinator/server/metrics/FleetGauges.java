package dev.muster.coordinator.server.metrics;

import module java.base;
import dev.muster.coordinator.server.scheduler.FleetStatus;
import dev.muster.coordinator.server.scheduler.FleetStatus.AgentStatus;
import dev.muster.coordinator.server.scheduler.FleetStatus.WorkerStatus;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import org.jspecify.annotations.Nullable;

/**
 * Shows a {@link FleetStatus} as gauges. Runs, workers and agents missing from the newest status disappear, so the
 * number of rows does not grow over time.
 */
public final class FleetGauges {

    private final Map<MultiGauge, Function<FleetStatus, List<Row<?>>>> rows = new LinkedHashMap<>();
    private volatile @Nullable FleetStatus newest;

    public FleetGauges(MeterRegistry registry) {
        rows(registry, "muster.run.cases", null, "Cases of an active run.",
                status -> status.runs().stream().<Row<?>>flatMap(run -> Stream.of(
                        row(run.pending(), "run", run.run(), "state", "pending"),
                        row(run.assigned(), "run", run.run(), "state", "assigned"))).toList());
        rows(registry, "muster.workers", null, "Workers of the fleet.", FleetGauges::states);
        rows(registry, "muster.slots", null, "Slots of the fleet.", FleetGauges::slots);
        rows(registry, "muster.worker.silence", "seconds", "Time since the last message from a worker.",
                FleetGauges::silences);
        rows(registry, "muster.agent.limit", null, "Maximum number of cases that an agent takes at a time.",
                status -> agents(status, AgentStatus::limit, false));
        rows(registry, "muster.agent.in.use", null, "Assigned cases of an agent.",
                status -> agents(status, AgentStatus::inUse, true));
        rows(registry, "muster.agent.rate.limit", null, "Maximum number of calls per second that an agent gets.",
                status -> agents(status, AgentStatus::perSecond, false));
        rows(registry, "muster.consumer.lag", "records", "Records of a topic not read yet.",
                status -> status.lag().entrySet().stream()
                        .<Row<?>>map(each -> row(each.getValue(), "topic", each.getKey())).toList());
        one(registry, "muster.epoch", "Epoch of this leader.", FleetStatus::epoch);
        one(registry, "muster.runs.active", "Runs that are not over.", each -> each.load().activeRuns());
        one(registry, "muster.backlog.decisions", "Decisions that are waiting for PostgreSQL.",
                each -> each.load().backlog());
        one(registry, "muster.database.healthy", "1 while PostgreSQL accepts writes.",
                status -> status.load().healthy() ? 1 : 0);
    }

    public void show(FleetStatus status) {
        newest = status;
        rows.forEach((gauge, of) -> gauge.register(of.apply(status), true));
    }

    /** @param zeros whether agents with 0 have a row */
    private static List<Row<?>> agents(FleetStatus status, ToDoubleFunction<AgentStatus> value, boolean zeros) {
        return status.agents().stream().filter(agent -> zeros || value.applyAsDouble(agent) > 0)
                .<Row<?>>map(agent -> row(value.applyAsDouble(agent), "agent", agent.agent())).toList();
    }

    private static List<Row<?>> states(FleetStatus status) {
        var rows = new ArrayList<Row<?>>();
        for (var state : List.of("joining", "active", "draining")) {
            rows.add(row((double) status.workers().stream().filter(worker -> worker.state().equals(state)).count(),
                    "state", state));
        }
        rows.add(row(status.waiting(), "state", "waiting"));
        return rows;
    }

    /** Slots of a worker that accepts no more cases are neither free nor usable. */
    private static List<Row<?>> slots(FleetStatus status) {
        var active = status.workers().stream().filter(worker -> worker.state().equals("active")).toList();
        int used = status.workers().stream().mapToInt(WorkerStatus::assigned).sum();
        int free = active.stream().mapToInt(worker -> Math.max(0, worker.slots() - worker.assigned())).sum();
        return List.of(row(free, "state", "free"), row(used, "state", "in_use"));
    }

    /** By worker name, so that a worker that rejoined is one row, that of its newest incarnation. */
    private static List<Row<?>> silences(FleetStatus status) {
        return status.workers().stream()
                .collect(Collectors.toMap(WorkerStatus::worker, WorkerStatus::silenceMs, Math::min, TreeMap::new))
                .entrySet().stream().<Row<?>>map(each -> row(each.getValue() / 1000.0, "worker", each.getKey()))
                .toList();
    }

    private void one(MeterRegistry registry, String name, String help, ToDoubleFunction<FleetStatus> value) {
        Gauge.builder(name, this, gauges -> {
            var status = gauges.newest;
            return status == null ? Double.NaN : value.applyAsDouble(status);
        }).description(help).register(registry);
    }

    private void rows(MeterRegistry registry, String name, @Nullable String unit, String help,
            Function<FleetStatus, List<Row<?>>> of) {
        rows.put(MultiGauge.builder(name).baseUnit(unit).description(help).register(registry), of);
    }

    private static Row<?> row(double value, String... tags) {
        return Row.of(Tags.of(tags), value);
    }
}
