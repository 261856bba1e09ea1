package dev.muster.cli.metrics;

import module java.base;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.config.Protocol;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.worker.attempt.Attempts;
import dev.muster.worker.tracing.TracedAttempts;
import dev.muster.worker.tracing.TracedProtocol;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import io.opentelemetry.sdk.trace.IdGenerator;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Traces of this process, sent where OpenTelemetry's environment variables say. */
public record Traces(OpenTelemetrySdk sdk) implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Traces.class);
    private static final java.util.logging.Logger OWN = java.util.logging.Logger.getLogger("io.opentelemetry");
    /** Without one of them nothing is traced, and no class of OpenTelemetry is loaded. */
    private static final List<String> VARIABLES = List.of("OTEL_EXPORTER_OTLP_ENDPOINT",
            "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");

    /**
     * Returns null where no collector is configured.
     *
     * @throws UnusableTracing naming the variable whose value can't be used
     */
    public static @Nullable Traces open(Map<String, String> environment) {
        if (VARIABLES.stream().allMatch(name -> environment.getOrDefault(name, "").isBlank())) {
            return null;
        }
        OWN.setUseParentHandlers(false);
        OWN.addHandler(new Troubles());
        try {
            return new Traces(sdk(environment));
        } catch (ConfigurationException | IllegalArgumentException e) {
            throw UnusableTracing.of(environment, e, Traces::isUsable);
        }
    }

    private static OpenTelemetrySdk sdk(Map<String, String> environment) {
        var settings = new HashMap<>(Map.of("otel.metrics.exporter", "none", "otel.logs.exporter", "none",
                "otel.service.name", "muster", "otel.exporter.otlp.protocol", "http/protobuf"));
        environment.forEach((name, value) -> {
            if (name.startsWith("OTEL_")) {
                settings.put(name.toLowerCase(Locale.ROOT).replace('_', '.'), value);
            }
        });
        return AutoConfiguredOpenTelemetrySdk.builder().disableShutdownHook().addPropertiesSupplier(() -> settings)
                .addTracerProviderCustomizer((provider, _) -> provider.setIdGenerator(Ids.INSTANCE)).build()
                .getOpenTelemetrySdk();
    }

    private static boolean isUsable(Map<String, String> environment) {
        try (var _ = sdk(environment)) {
            return true;
        } catch (ConfigurationException | IllegalArgumentException e) {
            return false;
        }
    }

    /** The span of this thread, for exemplars. */
    static final io.prometheus.metrics.tracer.common.SpanContext CURRENT = new io.prometheus.metrics.tracer.common.SpanContext() {

        @Override
        public @Nullable String getCurrentTraceId() {
            return isCurrentSpanSampled() ? Span.current().getSpanContext().getTraceId() : null;
        }

        @Override
        public @Nullable String getCurrentSpanId() {
            return isCurrentSpanSampled() ? Span.current().getSpanContext().getSpanId() : null;
        }

        @Override
        public boolean isCurrentSpanSampled() {
            return Span.current().getSpanContext().isSampled();
        }

        @Override
        public void markCurrentSpanAsExemplar() {
            // every sampled span may be one
        }
    };

    /** A collector that does not answer gets a line in the log, and no stack trace. */
    private static final class Troubles extends Handler {

        @Override
        public void publish(LogRecord entry) {
            if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
                var why = entry.getThrown();
                LOG.warn("traces: {}{}", entry.getMessage(), why == null ? "" : " " + why.getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private Tracer tracer() {
        return sdk.getTracer("muster");
    }

    public Attempts of(Attempts attempts, String worker) {
        return new TracedAttempts(attempts, tracer(), worker);
    }

    public AgentProtocol of(Protocol name, AgentProtocol protocol) {
        return new TracedProtocol(name, protocol, tracer());
    }

    /** Makes the span of a run that is over, to which its cases' traces have links. */
    public void over(StoredRun run) {
        var counts = run.counts();
        ScopedValue.where(Ids.NEXT, TracedAttempts.ofRun(run.id())).run(() -> {
            var span = tracer().spanBuilder("run " + run.id()).setNoParent().setAttribute("muster.run", run.id())
                    .setAttribute("muster.state", run.state().name().toLowerCase(Locale.ROOT))
                    .setAttribute("muster.cases", counts.total()).setAttribute("muster.failed", counts.failed())
                    .setAttribute("muster.errors", counts.errors())
                    .setStartTimestamp(Stream.of(run.startedAt(), run.createdAt()).filter(Objects::nonNull).findFirst()
                            .orElseGet(Instant::now))
                    .startSpan();
            if (counts.failed() + counts.errors() > 0) {
                span.setStatus(StatusCode.ERROR);
            }
            span.end(Objects.requireNonNullElseGet(run.finishedAt(), Instant::now));
        });
    }

    @Override
    public void close() {
        sdk.close();
    }

    /** Every process knows the ids of a run's span; all others are random. */
    private enum Ids implements IdGenerator {
        INSTANCE;

        static final ScopedValue<SpanContext> NEXT = ScopedValue.newInstance();

        @Override
        public String generateTraceId() {
            return NEXT.isBound() ? NEXT.get().getTraceId() : IdGenerator.random().generateTraceId();
        }

        @Override
        public String generateSpanId() {
            return NEXT.isBound() ? NEXT.get().getSpanId() : IdGenerator.random().generateSpanId();
        }
    }
}
