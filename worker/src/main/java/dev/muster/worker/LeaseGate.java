package dev.muster.worker;

import module java.base;
import dev.muster.common.agent.Traffic.Waiting;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Threads;
import dev.muster.common.time.Ticker;
import dev.muster.worker.call.CallGate;
import dev.muster.worker.inflight.Held;
import dev.muster.worker.inflight.Lease;
import org.jspecify.annotations.Nullable;

/** Lets no call begin while the lease is in doubt; that time is not charged to the case. */
final class LeaseGate implements CallGate {

    private static final Duration DOUBT = Duration.ofMillis(100);

    private final Held held;
    private final Lease lease;
    private final Ticker ticker;
    private final Threads threads;

    LeaseGate(Held held, Lease lease, Ticker ticker, Threads threads) {
        this.held = held;
        this.lease = lease;
        this.ticker = ticker;
        this.threads = threads;
    }

    @Override
    public void pass() throws InterruptedException {
        long before = ticker.nanos();
        held.waits();
        try {
            while (!lease.fresh()) {
                threads.pause(DOUBT);
            }
        } finally {
            held.goesOn(Duration.ofNanos(ticker.nanos() - before));
        }
    }

    @Override
    public void waits() {
        held.waits();
    }

    @Override
    public void goesOn() {
        held.goesOn(Duration.ZERO);
    }

    @Override
    public void waitsFor(@Nullable Waiting what) {
        held.waitsFor(what, ticker.nanos());
    }

    @Override
    public void due(Deadline by) {
        held.due(by);
    }
}
