package dev.muster.worker.inflight;

import module java.base;
import dev.muster.common.result.Cause;
import dev.muster.common.time.Ticker;

/**
 * What the worker itself can know of its lease, from its beats: when each was sent, and which were acknowledged. A gap
 * between sends longer than the lease means that this process did not run; a gap between acknowledged ones, that the
 * broker was down or unreachable.
 */
public final class Lease {

    /** Silence after which a worker is lost, no new call starts, and all orders in flight are abandoned. */
    public record Limits(Duration length, Duration caution, Duration patience) {

        public static final Limits DEFAULT = new Limits(Duration.ofSeconds(10), Duration.ofSeconds(6),
                Duration.ofSeconds(180));
    }

    /** The worst that happened since a given time. */
    public enum Continuity {
        /** Beats were sent and acknowledged. */
        UNBROKEN,
        /** The process ran, but no beat was acknowledged for longer than the lease. */
        CUT_OFF,
        /** The process did not run for longer than the lease. */
        FROZEN;

        private static final Set<Cause> OF_THE_NETWORK = EnumSet.of(Cause.INFRASTRUCTURE, Cause.AGENT_TIMEOUT,
                Cause.TIMEOUT, Cause.SIMULATOR_ERROR, Cause.VALIDATOR_ERROR, Cause.HOOK_ERROR);

        /**
         * Whether the result of an attempt may be reported. A process that did not run could not trust its clocks. One
         * that was cut off may have lost its agent too: then a missing answer is no verdict, but a received one is.
         */
        public boolean admits(Cause found) {
            return switch (this) {
                case UNBROKEN -> true;
                case CUT_OFF -> !OF_THE_NETWORK.contains(found);
                case FROZEN -> false;
            };
        }
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

    /** Records that a beat is sent now; returns the time by the worker's monotonic clock. */
    public synchronized long send() {
        long now = ticker.nanos();
        sends.mark(now);
        return now;
    }

    public synchronized void acked(long sentNanos) {
        acknowledged.mark(sentNanos);
    }

    /** Returns how the lease went since that tick, including the gap still open. */
    public synchronized Continuity since(long nanos) {
        if (sends.brokenSince(nanos)) {
            return Continuity.FROZEN;
        }
        return acknowledged.brokenSince(nanos) ? Continuity.CUT_OFF : Continuity.UNBROKEN;
    }

    /** Whether calls may start. */
    public synchronized boolean fresh() {
        return acknowledged.open() <= limits.caution.toNanos();
    }

    /** Whether all orders in flight must be abandoned. */
    public synchronized boolean hopeless() {
        return acknowledged.open() > limits.patience.toNanos();
    }

    public synchronized Duration age() {
        return Duration.ofNanos(acknowledged.open());
    }

    /** Finds gaps between ticks that are longer than the lease. */
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
