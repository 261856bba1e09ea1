package dev.muster.coordinator.server.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.coordinator.server.scheduler.ActiveRun.RunTime;
import org.junit.jupiter.api.Test;

/** Tests how long a run has been active. */
class RunTimeTest {

    private static final Instant BEGIN = Instant.parse("2026-01-31T10:00:00Z");

    @Test
    void pausesDoNotCount() {
        var time = new RunTime(BEGIN);

        time.pause(true, after(10));
        time.pause(true, after(15));
        assertThat(time.isPaused()).isTrue();
        assertThat(time.elapsed(after(60))).isEqualTo(Duration.ofSeconds(10));
        time.pause(false, after(60));
        time.pause(false, after(70));

        assertThat(time.isPaused()).isFalse();
        assertThat(time.elapsed(after(80))).isEqualTo(Duration.ofSeconds(30));
    }

    private static Instant after(long seconds) {
        return BEGIN.plusSeconds(seconds);
    }
}
