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
        gauge(worker, registry, "muster.worker.slots", "Maximum number of cases that it holds.", WorkerStatus::slots);
        gauge(worker, registry, "muster.worker.in.flight", "Cases that it holds.", WorkerStatus::held);
        gauge(worker, registry, "muster.worker.leased", "1 while it has an inbox.", status -> status.leased() ? 1 : 0);
        gauge(worker, registry, "muster.worker.epoch", "Epoch of the coordinator that leased it.", WorkerStatus::epoch);
        gauge(worker, registry, "muster.worker.beat.age.seconds", "Time since the last acknowledged beat was sent.",
                status -> status.beatAge().toMillis() / 1000.0);
        FunctionCounter.builder("muster.script.host.restarts", scripts, ScriptHost::restarts)
                .description("Restarts of the process that scripts share.").register(registry);
    }

    private static void gauge(Worker worker, MeterRegistry registry, String name, String help,
            ToDoubleFunction<WorkerStatus> value) {
        Gauge.builder(name, worker, each -> value.applyAsDouble(each.status())).description(help)
                .register(registry);
    }
}
