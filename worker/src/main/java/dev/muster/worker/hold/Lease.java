package dev.muster.worker.hold;

import dev.muster.common.time.Ticker;
import java.time.Duration;

/**
 * What the worker itself can know of its lease: the gaps between beats that were acknowledged, each counted from the
 * moment it was sent. A gap longer than the lease means that the coordinator may have given the worker up meanwhile,
 * so a verdict reached across it blames a frozen process, not the agent.
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

    private final Ticker ticker;
    private final Limits limits;
    private long lastAckedSend;
    private long lastBreakEnd = Long.MIN_VALUE;

    public Lease(Limits limits, Ticker ticker) {
        this.limits = limits;
        this.ticker = ticker;
        this.lastAckedSend = ticker.nanos();
    }

    /** A beat sent at that tick was acknowledged. */
    public synchronized void acked(long sentNanos) {
        if (sentNanos - lastAckedSend > limits.length.toNanos()) {
            lastBreakEnd = sentNanos;
        }
        lastAckedSend = Math.max(lastAckedSend, sentNanos);
        notifyAll();
    }

    /** Whether no gap since that tick was longer than the lease, the one still open included. */
    public synchronized boolean unbrokenSince(long nanos) {
        boolean broken = lastBreakEnd != Long.MIN_VALUE && lastBreakEnd - nanos > 0;
        return !broken && silence() <= limits.length.toNanos();
    }

    /** Whether calls may be started. */
    public synchronized boolean fresh() {
        return silence() <= limits.caution.toNanos();
    }

    /** Waits until calls may be started again. */
    public synchronized void awaitFresh() throws InterruptedException {
        while (!fresh()) {
            wait(1000);
        }
    }

    /** Whether all hope for what is held is gone. */
    public synchronized boolean hopeless() {
        return silence() > limits.patience.toNanos();
    }

    private long silence() {
        return ticker.nanos() - lastAckedSend;
    }
}
