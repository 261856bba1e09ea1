package dev.muster.coordinator.report;

import dev.muster.common.time.Ticker;
import java.time.Duration;

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
