package dev.muster.worker.metrics;

import module java.base;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.worker.Worker;
import dev.muster.worker.WorkerStatus;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/** Shows a worker's status as gauges, read at each scrape. */
public final class WorkerGauges {

    private WorkerGauges() {}

    /** The registry keeps no strong reference to either. */
    public static void show(Worker worker, ScriptHost scripts, MeterRegistry registry) {
        gauge(worker, registry, "muster.worker.slots", WorkerStatus::slots);
        gauge(worker, registry, "muster.worker.in.flight", WorkerStatus::held);
        gauge(worker, registry, "muster.worker.leased", status -> status.leased() ? 1 : 0);
        gauge(worker, registry, "muster.worker.epoch", WorkerStatus::epoch);
        gauge(worker, registry, "muster.worker.beat.age.seconds", status -> status.beatAge().toMillis() / 1000.0);
        FunctionCounter.builder("muster.script.host.restarts", scripts, ScriptHost::restarts).register(registry);
    }

    private static void gauge(Worker worker, MeterRegistry registry, String name,
            ToDoubleFunction<WorkerStatus> value) {
        Gauge.builder(name, worker, each -> value.applyAsDouble(each.status())).register(registry);
    }
}
