package dev.muster.common.status;

import module java.base;
import org.jspecify.annotations.Nullable;

/** The content of {@code /metrics}, {@code /health} and {@code /ready}. Called on any thread, concurrently. */
public interface StatusPages {

    String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";
    /** It alone has exemplars, which lead from a histogram to a trace. */
    String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    /** Returns the format of metrics for what a request accepts. */
    static String metricsType(@Nullable String accepted) {
        return accepted != null && accepted.contains("application/openmetrics-text") ? OPEN_METRICS : METRICS_TYPE;
    }

    /** Returns all metrics, in one of the text formats of Prometheus. */
    String metrics(String type);

    /** Returns false when only a restart would help. */
    boolean alive();

    Readiness readiness();

    /** Whether a process can do its work now: it lacks nothing; else what it waits for, in a few words each. */
    record Readiness(List<String> lacks) {

        /** @param lacks null for each dependency that is available */
        public static Readiness lacking(@Nullable String... lacks) {
            return new Readiness(Stream.of(lacks).filter(Objects::nonNull).toList());
        }

        public boolean ready() {
            return lacks.isEmpty();
        }

        public Map<String, Object> json() {
            return Map.of("ready", ready(), "lacks", lacks);
        }
    }
}
