package dev.muster.coordinator.report;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;
import dev.muster.common.json.Json;
import dev.muster.coordinator.analysis.figures.Bill;
import dev.muster.coordinator.analysis.figures.Paid;
import dev.muster.coordinator.analysis.figures.Spending;
import dev.muster.coordinator.report.json.RunJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cost that covers only some tokens never reads as the cost of all. */
class PaidTextTest {

    private static final Bill NOTHING = new Bill(null, null, null, 0);

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"60 | $0.50 (agents $0.50 for 60 tokens) | $0.50",
        "10 | $0.50 for 16 % of the tokens (agents $0.50 for 10 of 60 tokens) | $0.50 (16 %)",
        "59 | $0.50 for 98 % of the tokens (agents $0.50 for 59 of 60 tokens) | $0.50 (98 %)",
        "0 | $0.50 for under 1 % of the tokens (agents $0.50 for 0 of 60 tokens) | $0.50 (under 1 %)"})
    void moneyIsShownWithTheShareOfTokensThatHadAPrice(long priced, String sum, String amount) {
        var bill = new Bill(50L, 10L, new BigDecimal("0.50"), priced);

        assertThat(PaidText.cost(paid(bill, NOTHING))).contains(sum);
        assertThat(PaidText.amount(bill)).contains(amount);
    }

    @Test
    void helpersWithoutAPriceAreInTheShare() {
        var paid = paid(new Bill(50L, 10L, new BigDecimal("0.50"), 60), new Bill(30L, 10L, null, 0));

        assertThat(PaidText.cost(paid))
                .contains("$0.50 for 60 % of the tokens (agents $0.50 for 60 tokens, helpers 40 tokens)");
        var json = Json.MAPPER.createObjectNode();
        RunJson.paid(json, paid);
        assertThat(json.toString()).isEqualTo("{\"tokens\":{\"input\":50,\"output\":10},\"cost_usd\":0.5,"
                + "\"helpers\":{\"tokens\":{\"input\":30,\"output\":10}},"
                + "\"paid_usd\":0.5,\"paid_for_tokens\":60,\"paid_of_tokens\":100}");
    }

    private static Paid paid(Bill agents, Bill helpers) {
        return new Paid(new Spending(agents, helpers), 0, new Spending(NOTHING, NOTHING));
    }
}
