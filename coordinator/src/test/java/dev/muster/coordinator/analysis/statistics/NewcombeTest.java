package dev.muster.coordinator.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;
import org.junit.jupiter.api.Test;

class NewcombeTest {

    /** By the closed form of method 10, where the shares are 0 or 1: the Wilson interval of 3 of 3 begins at 43.8 %. */
    @Test
    void hasAWidthWhereAllCasesAgree() {
        var allWorse = Newcombe.interval(0, new McNemar(3, 0), 0);
        var alike = Newcombe.interval(3, new McNemar(0, 0), 0);
        var hundred = Newcombe.interval(100, new McNemar(0, 0), 0);

        assertThat(allWorse.low()).isEqualTo(-1, within(1e-12));
        assertThat(allWorse.high()).isEqualTo(-0.206, within(0.0005));
        assertThat(alike.low()).isEqualTo(-0.5615, within(0.0005));
        assertThat(alike.high()).isEqualTo(0.5615, within(0.0005));
        assertThat(hundred.high()).isEqualTo(0.037, within(0.0005));
        assertThat(Newcombe.interval(1, 1, 3)).isEqualTo(alike);
    }

    /** Simulated: 95 of 100 such intervals hold the true difference, whatever the cases have in common. */
    @Test
    void holdsTheTrueDifferenceAsOftenAsItSays() {
        var random = new SplittableRandom(7);
        int held = 0;
        for (int n = 0; n < 10_000; n++) {
            int both = 0;
            int first = 0;
            int second = 0;
            for (int i = 0; i < 40; i++) {
                double ease = random.nextDouble();
                boolean before = random.nextDouble() < ease;
                boolean after = random.nextDouble() < ease + 0.2 * (1 - ease);
                both += before && after ? 1 : 0;
                first += before && !after ? 1 : 0;
                second += after && !before ? 1 : 0;
            }
            var interval = Newcombe.interval(both, new McNemar(first, second), 40 - both - first - second);
            held += interval.low() <= 0.1 && interval.high() >= 0.1 ? 1 : 0;
        }

        assertThat(held / 10_000.0).isBetween(0.94, 0.975);
    }
}
