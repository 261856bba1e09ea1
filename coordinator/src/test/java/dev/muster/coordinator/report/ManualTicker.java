package dev.muster.coordinator.report;

import module java.base;
import dev.muster.common.time.Ticker;

/** A clock that tests advance. */
public final class ManualTicker implements Ticker {

    private long now;

    @Override
    public long nanos() {
        return now;
    }

    public void tick(Duration time) {
        now += time.toNanos();
    }
}
