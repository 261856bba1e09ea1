package dev.muster.worker;

import module java.base;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Pause;
import dev.muster.common.time.Ticker;
import dev.muster.worker.attempt.Attempts;
import dev.muster.worker.inflight.Held;
import dev.muster.worker.inflight.Lease;

/** Lets no call begin while the lease is in doubt; that time is not charged to the case. */
record LeaseGate(Lease lease, Held held, Ticker ticker, Pause pause) implements Attempts.Gate {

    private static final Duration AGAIN = Duration.ofMillis(100);

    @Override
    public void pass() throws InterruptedException {
        long before = ticker.nanos();
        held.waits();
        try {
            while (!lease.fresh()) {
                pause.pause(AGAIN);
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
    public void due(Deadline by) {
        held.due(by);
    }
}
