package dev.muster.coordinator.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SampleSizeTest {

    /** Connor 1987 by hand: ψ = 0.25, δ = 0.15: (1.959964 · 0.5 + 0.841621 · √0.2275)² / 0.0225 = 84.85. */
    @Test
    void isConnorsForPairs() {
        assertThat(SampleSize.pairs(new McNemar(20, 5), 100, 0.05)).hasValue(85);
    }

    /**
     * With this many pairs the exact test has about the promised power; it is slightly more conservative than its
     * formula.
     */
    @Test
    void givesThePromisedPower() {
        var pairs = (int) SampleSize.pairs(new McNemar(20, 10), 200, 0.05).orElseThrow();

        assertThat(ExactPower.of(pairs, 0.1, 0.05, 0.05)).isEqualTo(SampleSize.POWER, within(0.03));
    }

    /** Cohen 1988: a difference of half a standard deviation, two-sided 5 %, power 80 %: 7.849 / 0.25. */
    @Test
    void isCohensForMeans() {
        assertThat(SampleSize.cases(new Moments(10, 0.5, 1), 10, 0.05)).hasValue(32);
        assertThat(SampleSize.cases(new Moments(10, -0.2, 4), 10, 0.05)).hasValue(785);
    }

    /** 2 / 2⁶ = 0.03: fewer than six that differ never show it, however much they agree. */
    @Test
    void isNeverLessThanTheExactTestNeeds() {
        assertThat(SampleSize.pairs(new McNemar(3, 0), 3, 0.05)).hasValue(6);
        assertThat(SampleSize.pairs(new McNemar(3, 0), 3, 0.05 / 2)).hasValue(7);
        assertThat(SampleSize.pairs(new McNemar(5, 0), 10, 0.05))
                .hasValue(14);
        assertThat(SampleSize.cases(new Moments(4, 1, 0), 2, 0.05)).hasValue(12);
        assertThat(new McNemar(6, 0).p()).isLessThan(0.05);
        assertThat(new McNemar(5, 0).p()).isGreaterThan(0.05);
    }

    @Test
    void isUnknownWhereNoDifferenceWasSeen() {
        assertThat(SampleSize.pairs(new McNemar(7, 7), 100, 0.05)).isEmpty();
        assertThat(SampleSize.pairs(new McNemar(0, 0), 100, 0.05)).isEmpty();
        assertThat(SampleSize.cases(new Moments(10, 0, 1), 10, 0.05)).isEmpty();
    }

    @Test
    void growsWhereComparisonsShareTheLevel() {
        var one = SampleSize.pairs(new McNemar(20, 5), 100, 0.05).orElseThrow();

        assertThat(SampleSize.pairs(new McNemar(20, 5), 100, 0.05 / 10).orElseThrow()).isGreaterThan(one);
    }
}
