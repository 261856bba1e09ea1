package dev.muster.common.status;

import module java.base;
import dev.muster.common.time.Ticker;
import org.jspecify.annotations.Nullable;

/** A value cached for a short time: it is computed at most once in that time, for any number of callers. */
public final class Memoized<T> {

    private final Supplier<T> question;
    private final long keptNanos;
    private final Ticker ticker;
    private @Nullable T answer;
    private long computedAt;

    public Memoized(Supplier<T> question, Duration kept, Ticker ticker) {
        this.question = question;
        this.keptNanos = kept.toNanos();
        this.ticker = ticker;
    }

    public synchronized T get() {
        var known = answer;
        if (known == null || ticker.nanos() - computedAt > keptNanos) {
            known = question.get();
            answer = known;
            computedAt = ticker.nanos();
        }
        return known;
    }

    /** Computes it anew the next time. */
    public synchronized void forget() {
        answer = null;
    }
}
