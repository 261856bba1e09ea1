package dev.muster.common.time;

/** A monotonic clock; tests use their own. */
@FunctionalInterface
public interface Ticker {

    /** Returns nanoseconds since some fixed time; only differences are meaningful. */
    long nanos();

    static Ticker system() {
        return System::nanoTime;
    }
}
