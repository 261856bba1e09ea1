package dev.muster.coordinator.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class McNemarTest {

    /** VassarStats' exact test, with the values of statsmodels' test suite (test_mcnemar_exact). */
    @ParameterizedTest
    @CsvSource({"121, 59, 0.000004", "70, 59, 0.378688", "80, 59, 0.089452", "30, 60, 0.00206", "10, 30, 0.002221",
        "10, 10, 1"})
    void hasThePublishedValues(long onlyFirst, long onlySecond, double p) {
        assertThat(new McNemar(onlyFirst, onlySecond).p()).isEqualTo(p, within(0.0000006));
    }

    /** Closed form: 2 (C(6, 0) + C(6, 1)) / 2⁶. */
    @Test
    void sumsBothTails() {
        assertThat(new McNemar(1, 5).p()).isEqualTo(14 / 64.0, within(1e-12));
        assertThat(new McNemar(5, 1).p()).isEqualTo(14 / 64.0, within(1e-12));
        assertThat(new McNemar(0, 5).p()).isEqualTo(2 / 32.0, within(1e-12));
    }

    @Test
    void showsNothingWherePairsAgree() {
        assertThat(new McNemar(0, 0).p()).isEqualTo(1);
    }

    @Test
    void takesAMillionPairs() {
        assertThat(new McNemar(500_000, 498_000).p()).isEqualTo(0.0454, within(0.0001));
    }
}
