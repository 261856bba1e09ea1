package dev.muster.cli.metrics;

import module java.base;
import dev.muster.common.channel.Topic;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** The metrics of this process in Prometheus format, with those of its JVM. */
public record Meters(PrometheusMeterRegistry registry, JvmGcMetrics collections) implements AutoCloseable {

    public static Meters open() {
        var meters = new Meters(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, new PrometheusRegistry(),
                Clock.SYSTEM, Traces.CURRENT), new JvmGcMetrics());
        meters.watchTheJvm();
        return meters;
    }

    public String scrape(String type) {
        return registry.scrape(type);
    }

    /** Shows, by topic, how many records a channel did not believe. */
    public static void showRefused(ToDoubleFunction<Topic> refused, MeterRegistry registry) {
        for (var topic : Topic.values()) {
            FunctionCounter.builder("muster.records.refused", topic, refused)
                    .tag("topic", topic.name().toLowerCase(Locale.ROOT))
                    .description("Records that this process rejected as unauthentic.").register(registry);
        }
    }

    @Override
    public void close() {
        collections.close();
        registry.close();
    }

    private void watchTheJvm() {
        // their names are not what Prometheus wants: a count that is none, and nanoseconds
        registry.config().meterFilter(MeterFilter.denyNameStartsWith("system.cpu.count"))
                .meterFilter(MeterFilter.denyNameStartsWith("process.cpu.time"));
        collections.bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }
}
