package dev.muster.coordinator.server.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.api.Test;

final class FleetTimeTest {

    private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

    private final FleetTime time = new FleetTime();

    @Test
    void theFirstAppendIsTheBeginning() {
        seen(100);

        assertThat(time.now()).isZero();
    }

    @Test
    void eachAppendMovesItByWhatLiesBetween() {
        seen(0, 0.5, 1.25, 2.5);

        assertThat(time.now()).isEqualTo(Duration.ofMillis(2_500));
    }

    @Test
    void nobodyGrowsSilentWhileTheBrokerIsAway() {
        seen(0, 3_600);

        assertThat(time.now()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void aStepBackIsNoTimeAndTheNextStepCounts() {
        seen(0, 1, -300, -299, -298);

        assertThat(time.now()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void twoClocksInTurnNeverStopIt() {
        for (int second = 0; second < 20; second++) {
            seen(second, second - 60.0);
        }

        assertThat(time.now()).isGreaterThan(Duration.ofSeconds(10));
    }

    private void seen(double... seconds) {
        for (double each : seconds) {
            time.seen(BEGINNING.plusMillis(Math.round(each * 1_000)));
        }
    }
}
