package dev.muster.common.time;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;

final class SteadyClockTest {

    private static final Instant START = Instant.parse("2026-01-31T09:15:00Z");

    @Test
    void goesOnWithTheTickerAlone() {
        var nanos = new AtomicLong(5);
        var clock = new SteadyClock(START, nanos::get);

        nanos.addAndGet(1_500_000_000);

        assertThat(clock.instant()).isEqualTo(START.plusMillis(1_500));
    }

    @Test
    void theClockOfTheMachineHasOneAndATestsClockIsItself() {
        InstantSource moved = () -> START;

        assertThat(SteadyClock.of(InstantSource.system())).isInstanceOf(SteadyClock.class);
        assertThat(SteadyClock.of(moved)).isSameAs(moved);
    }
}
