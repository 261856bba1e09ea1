package dev.muster.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PricingTest {

    @ParameterizedTest
    @CsvSource({"0, 0, 0, 0", "1, 0, 0, 0.000002", "0, 1, 0, 0.000008", "1000000, 1000000, 0, 10",
        "1000000, 0, 1000000, 0.5", "1000, 0, 400, 0.0014", "10, 0, 99, 0.000005", "10000000, 0, 0, 20"})
    void tokensCostWhatTheirKindCosts(long input, long output, long cached, String usd) {
        var pricing = new Pricing(BigDecimal.TWO, new BigDecimal("8.0"), new BigDecimal("0.50"));

        assertThat(pricing.usd(input, output, cached)).isEqualTo(new BigDecimal(usd));
    }

    @ParameterizedTest
    @CsvSource({"0, 0.002", "400, 0.002"})
    void withoutAPriceOfTheirOwnCachedTokensCostTheSame(long cached, String usd) {
        var pricing = new Pricing(BigDecimal.TWO, BigDecimal.TEN, null);

        assertThat(pricing.usd(1_000, 0, cached)).isEqualTo(new BigDecimal(usd));
    }
}
