package dev.muster.common.time;

import module java.base;

/**
 * The clock for waits: it starts at the time of the machine and goes on evenly, whatever that is set to later. What is
 * stored, and what people or other machines see, has the time of the machine.
 */
public final class SteadyClock implements InstantSource {

    private final Instant start;
    private final Ticker ticker;
    private final long begin;

    public SteadyClock(Instant start, Ticker ticker) {
        this.start = start;
        this.ticker = ticker;
        this.begin = ticker.nanos();
    }

    /**
     * Returns the steady clock of this machine for its own clock, and any other clock, which a test moves, as it is.
     */
    public static InstantSource of(InstantSource clock) {
        return clock.equals(InstantSource.system()) ? new SteadyClock(clock.instant(), Ticker.system()) : clock;
    }

    @Override
    public Instant instant() {
        return start.plusNanos(ticker.nanos() - begin);
    }
}
