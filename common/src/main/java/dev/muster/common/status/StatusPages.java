package dev.muster.common.status;

import module java.base;
import org.jspecify.annotations.Nullable;

/** The content of {@code /metrics}, {@code /health} and {@code /ready}. Called on any thread, concurrently. */
public interface StatusPages {

    String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    /** Returns all metrics, in the text format of Prometheus. */
    String metrics();

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

        public Map<String, Object> told() {
            return Map.of("ready", ready(), "lacks", lacks);
        }
    }
}
