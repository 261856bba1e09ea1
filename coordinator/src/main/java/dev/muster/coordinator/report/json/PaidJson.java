package dev.muster.coordinator.report.json;

import module java.base;
import dev.muster.coordinator.analysis.figures.Bill;
import dev.muster.coordinator.analysis.figures.Paid;
import dev.muster.coordinator.analysis.figures.Spending;
import tools.jackson.databind.node.ObjectNode;

/** Tokens and costs of a cell or a run, in reports for programs. */
public final class PaidJson {

    private PaidJson() {}

    public static void put(ObjectNode json, Paid paid) {
        spending(json, paid.results());
        if (paid.otherAttempts() > 0) {
            spending(json.putObject("other_attempts").put("attempts", paid.otherAttempts()), paid.others());
        }
        if (paid.all().costUsd() != null) {
            json.put("paid_usd", plain(paid.all().costUsd()));
            if (paid.all().isPartlyPriced()) {
                json.put("paid_for_tokens", paid.all().priced()).put("paid_of_tokens", paid.all().tokens());
            }
        }
    }

    private static void spending(ObjectNode json, Spending spending) {
        bill(json, spending.target());
        if (!spending.helpers().isEmpty()) {
            bill(json.putObject("helpers"), spending.helpers());
        }
    }

    private static void bill(ObjectNode json, Bill bill) {
        json.putObject("tokens").put("input", bill.input()).put("output", bill.output());
        if (bill.costUsd() != null) {
            json.put("cost_usd", plain(bill.costUsd()));
            if (bill.isPartlyPriced()) {
                json.put("cost_of_tokens", bill.priced());
            }
        }
    }

    /** Returns an amount without the trailing zeros that sums have. */
    private static BigDecimal plain(BigDecimal usd) {
        var stripped = usd.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }
}
