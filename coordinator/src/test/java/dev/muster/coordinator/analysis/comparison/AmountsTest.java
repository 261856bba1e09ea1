package dev.muster.coordinator.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {

    @ParameterizedTest
    @CsvSource({"12.3456, $12.35, $12.35", "0.0185, $0.02, $0.019", "0.00012345, $0.00012, $0.00012", "0, $0.00, $0.00",
        "0.0000004, $0.0000004, $0.0000004", "0.000000000000000001, $0.000000000000000001, $0.00"})
    void moneyHasCentsOrTwoDigits(String usd, String total, String mean) {
        assertThat(Amounts.dollars(new BigDecimal(usd))).isEqualTo(total);
        assertThat(Amounts.of(Measure.COST_USD, Double.parseDouble(usd))).isEqualTo(mean);
    }
}
