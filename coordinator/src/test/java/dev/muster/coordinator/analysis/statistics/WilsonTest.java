package dev.muster.coordinator.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WilsonTest {

    /** Newcombe 1998, table I, method 3. */
    @ParameterizedTest
    @CsvSource({"81, 263, 0.2553, 0.3662", "15, 148, 0.0624, 0.1605", "0, 20, 0, 0.1611", "1, 29, 0.0061, 0.1718"})
    void hasThePublishedIntervals(long passed, long of, double low, double high) {
        var interval = Wilson.interval(passed, of).orElseThrow();

        assertThat(interval.low()).isEqualTo(low, within(0.00005));
        assertThat(interval.high()).isEqualTo(high, within(0.00005));
    }

    @Test
    void ofNothingKnowsNothing() {
        assertThat(Wilson.interval(0, 0)).isEmpty();
    }

    /** Closed form: the lower bound is n / (n + z²). */
    @Test
    void endsAtOneWhereAllPassed() {
        var interval = Wilson.interval(50, 50).orElseThrow();

        assertThat(interval.high()).isEqualTo(1);
        assertThat(interval.low()).isEqualTo(50 / (50 + 1.959964 * 1.959964), within(1e-6));
    }

    @Test
    void staysInBoundsForAMillion() {
        var interval = Wilson.interval(999_999, 1_000_000).orElseThrow();

        assertThat(interval.low()).isBetween(0.99999, 0.999999);
        assertThat(interval.high()).isBetween(0.999999, 1.0);
    }
}
