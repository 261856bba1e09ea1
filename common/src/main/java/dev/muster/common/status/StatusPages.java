package dev.muster.common.status;

/** What {@code /metrics}, {@code /health} and {@code /ready} show. Asked on any thread, several at once. */
public interface StatusPages {

    /** What {@link #metrics} is in. */
    String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    /** All figures, in the text format of Prometheus. */
    String metrics();

    /** False when nothing but a new start would help. */
    boolean alive();

    Readiness readiness();
}
