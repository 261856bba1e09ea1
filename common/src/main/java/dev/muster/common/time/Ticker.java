package dev.muster.common.time;

/** A monotonic clock; tests tick their own. */
@FunctionalInterface
public interface Ticker {

    /** Nanoseconds since some fixed moment; only differences mean something. */
    long nanos();

    static Ticker system() {
        return System::nanoTime;
    }
}
