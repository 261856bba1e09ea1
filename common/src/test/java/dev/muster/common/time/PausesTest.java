package dev.muster.common.time;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;

final class PausesTest {

    private final AtomicLong outside = new AtomicLong();
    private final AtomicLong processor = new AtomicLong();
    private final Pauses pauses = new Pauses(outside::get, processor::get);

    private void passes(long ms) {
        outside.addAndGet(Duration.ofMillis(ms).toNanos());
        pauses.nanos();
    }

    @Test
    void whatPassesWhileTheProcessRunsIsItsOwnTime() {
        var deadline = Deadline.in(Duration.ofSeconds(1), pauses);
        IntStream.range(0, 9).forEach(tick -> passes(100));
        assertThat(deadline.passed()).isFalse();

        passes(100);

        assertThat(deadline.passed()).isTrue();
        assertThat(pauses.lost()).isZero();
    }

    @Test
    void aDeadlineDoesNotPassWhileTheProcessIsStopped() {
        var deadline = Deadline.in(Duration.ofSeconds(1), pauses);
        passes(60_000);

        assertThat(deadline.left()).isEqualTo(Duration.ofMillis(950));
        assertThat(pauses.lost()).isEqualTo(Duration.ofMillis(59_950));
    }

    @Test
    void whatTheProcessDidInAGapIsNoPause() {
        pauses.tick();
        processor.addAndGet(Duration.ofMillis(1_500).toNanos());
        passes(2_000);
        assertThat(pauses.lost()).isEqualTo(Duration.ofMillis(500));

        processor.addAndGet(Duration.ofSeconds(9).toNanos());
        passes(5_000);

        assertThat(pauses.lost()).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void workBeforeAGapDoesNotShortenThePause() {
        processor.addAndGet(Duration.ofSeconds(9).toNanos());
        pauses.tick();
        passes(2_000);

        assertThat(pauses.lost()).isEqualTo(Duration.ofMillis(1_950));
    }
}
