package dev.muster.worker.inflight;

import dev.muster.common.time.Ticker;
import java.time.Duration;

/**
 * What the worker itself can know of its lease, from its beats: when each was sent, and which were acknowledged. A gap
 * between the sends longer than the lease means that this process did not run; one between those that were
 * acknowledged, that it had no way to the broker, or that there was none.
 */
public final class Lease {

    /**
     * @param length after which a silent worker is lost
     * @param caution silence after which no new call is started
     * @param patience silence after which everything held is abandoned
     */
    public record Limits(Duration length, Duration caution, Duration patience) {

        public static final Limits DEFAULT = new Limits(Duration.ofSeconds(10), Duration.ofSeconds(6),
                Duration.ofSeconds(180));
    }

    /** What happened since some moment, the worst of it. */
    public enum Course {
        /** Beats were sent and acknowledged. */
        UNBROKEN,
        /** The process ran, and for longer than the lease no beat was acknowledged. */
        CUT_OFF,
        /** For longer than the lease the process did not run. */
        FROZEN
    }

    private final Ticker ticker;
    private final Limits limits;
    private final Gaps sends;
    private final Gaps acknowledged;

    public Lease(Limits limits, Ticker ticker) {
        this.ticker = ticker;
        this.limits = limits;
        this.sends = new Gaps(ticker.nanos());
        this.acknowledged = new Gaps(ticker.nanos());
    }

    /** A beat is sent now; when that is, on the worker's monotonic clock. */
    public synchronized long send() {
        long now = ticker.nanos();
        sends.mark(now);
        return now;
    }

    /** A beat sent at that tick was acknowledged. */
    public synchronized void acked(long sentNanos) {
        acknowledged.mark(sentNanos);
    }

    /** How the lease went since that tick, the gap still open included. */
    public synchronized Course since(long nanos) {
        if (sends.brokenSince(nanos)) {
            return Course.FROZEN;
        }
        return acknowledged.brokenSince(nanos) ? Course.CUT_OFF : Course.UNBROKEN;
    }

    /** Whether calls may be started. */
    public synchronized boolean fresh() {
        return acknowledged.open() <= limits.caution.toNanos();
    }

    /** Whether all hope for what is held is gone. */
    public synchronized boolean hopeless() {
        return acknowledged.open() > limits.patience.toNanos();
    }

    /** Time since the last beat was sent that was acknowledged. */
    public synchronized Duration age() {
        return Duration.ofNanos(acknowledged.open());
    }

    /** Moments, and where they lay further apart than the lease is long. */
    private final class Gaps {

        private long newest;
        private long lastBreakEnd = Long.MIN_VALUE;

        Gaps(long start) {
            newest = start;
        }

        void mark(long nanos) {
            if (nanos - newest > limits.length.toNanos()) {
                lastBreakEnd = nanos;
            }
            newest = Math.max(newest, nanos);
        }

        long open() {
            return ticker.nanos() - newest;
        }

        boolean brokenSince(long nanos) {
            return (lastBreakEnd != Long.MIN_VALUE && lastBreakEnd - nanos > 0) || open() > limits.length.toNanos();
        }
    }
}
