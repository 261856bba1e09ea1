package dev.muster.coordinator.server.metrics;

import module java.base;
import dev.muster.coordinator.server.scheduler.FleetStatus;
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

    private final MultiGauge cases;
    private final MultiGauge workers;
    private final MultiGauge slots;
    private final MultiGauge silence;
    private final MultiGauge limits;
    private final MultiGauge permits;
    private final MultiGauge rates;
    private final MultiGauge lag;
    private volatile @Nullable FleetStatus newest;

    public FleetGauges(MeterRegistry registry) {
        this.cases = rows(registry, "muster.run.cases");
        this.workers = rows(registry, "muster.workers");
        this.slots = rows(registry, "muster.slots");
        this.silence = MultiGauge.builder("muster.worker.silence").baseUnit("seconds").register(registry);
        this.limits = rows(registry, "muster.agent.limit");
        this.permits = rows(registry, "muster.agent.in.use");
        this.rates = rows(registry, "muster.agent.rate.limit");
        this.lag = MultiGauge.builder("muster.consumer.lag").baseUnit("records").register(registry);
        one(registry, "muster.epoch", FleetStatus::epoch);
        one(registry, "muster.runs.active", each -> each.load().activeRuns());
        one(registry, "muster.backlog.decisions", each -> each.load().backlog());
        one(registry, "muster.database.healthy", status -> status.load().healthy() ? 1 : 0);
    }

    /** Shows this status from now on. */
    public void show(FleetStatus status) {
        newest = status;
        cases.register(status.runs().stream().flatMap(run -> List.of(
                row(run.pending(), "run", run.run(), "state", "pending"),
                row(run.assigned(), "run", run.run(), "state", "assigned")).stream()).toList(), true);
        workers.register(states(status), true);
        slots.register(slots(status), true);
        silence.register(silences(status), true);
        limits.register(status.agents().stream().filter(agent -> agent.limit() > 0)
                .map(agent -> row(agent.limit(), "agent", agent.agent())).toList(), true);
        rates.register(status.agents().stream().filter(agent -> agent.perSecond() > 0)
                .map(agent -> row(agent.perSecond(), "agent", agent.agent())).toList(), true);
        permits.register(status.agents().stream().map(agent -> row(agent.inUse(), "agent", agent.agent())).toList(),
                true);
        lag.register(status.lag().entrySet().stream().map(each -> row(each.getValue(), "topic", each.getKey()))
                .toList(), true);
    }

    private static List<Row<?>> states(FleetStatus status) {
        var rows = new ArrayList<Row<?>>();
        for (var state : List.of("joining", "active", "draining")) {
            rows.add(row((double) status.workers().stream().filter(worker -> worker.state().equals(state)).count(),
                    "state",
                    state));
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
        var rows = new ArrayList<Row<?>>();
        status.workers().stream().map(WorkerStatus::worker).distinct().forEach(name -> {
            long least = status.workers().stream().filter(each -> each.worker().equals(name))
                    .mapToLong(WorkerStatus::silenceMs).min().orElse(0);
            rows.add(row(least / 1000.0, "worker", name));
        });
        return rows;
    }

    private void one(MeterRegistry registry, String name, ToDoubleFunction<FleetStatus> value) {
        Gauge.builder(name, this, gauges -> {
            var status = gauges.newest;
            return status == null ? Double.NaN : value.applyAsDouble(status);
        }).register(registry);
    }

    private static MultiGauge rows(MeterRegistry registry, String name) {
        return MultiGauge.builder(name).register(registry);
    }

    private static Row<?> row(double value, String... tags) {
        return Row.of(Tags.of(tags), value);
    }
}
