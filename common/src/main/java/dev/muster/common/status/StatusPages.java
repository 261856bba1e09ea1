package dev.muster.common.status;

/** The content of {@code /metrics}, {@code /health} and {@code /ready}. Called on any thread, concurrently. */
public interface StatusPages {

    String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    /** Returns all metrics, in the text format of Prometheus. */
    String metrics();

    /** Returns false when only a restart would help. */
    boolean alive();

    Readiness readiness();
}
