package dev.muster.coordinator.report;

import dev.muster.coordinator.analysis.comparison.Amounts;
import dev.muster.coordinator.analysis.figures.Bill;
import dev.muster.coordinator.analysis.figures.Paid;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tokens and costs for people. */
public final class PaidText {

    private PaidText() {}

    /** The sum, and what it is of; empty where nobody told tokens, or where nothing has a price. */
    public static Optional<String> cost(Paid paid) {
        var all = paid.all().costUsd();
        return all == null ? Optional.empty()
                : Optional
                        .of(dollars(all) + share(paid.all()).map(share -> " for " + share + " of the tokens").orElse("")
                                + " (" + String.join(", ", parts(paid)) + ")");
    }

    /** The same where nothing has a price: then tokens are all that is known. */
    public static Optional<String> sentence(Paid paid) {
        if (paid.all().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of("Paid for: " + cost(paid).orElseGet(() -> String.join(", ", parts(paid))) + ".");
    }

    /** The sum with the share of tokens that it is the price of, where that is not all of them. */
    public static Optional<String> amount(Bill bill) {
        return Optional.ofNullable(bill.costUsd())
                .map(usd -> dollars(usd) + share(bill).map(share -> " (" + share + ")").orElse(""));
    }

    /** Never rounded up to all of them; empty where all have a price. */
    static Optional<String> share(Bill bill) {
        if (!bill.isPartlyPriced()) {
            return Optional.empty();
        }
        long percent = bill.priced() * 100 / bill.tokens();
        return Optional.of(percent == 0 ? "under 1 %" : percent + " %");
    }

    /** As it is: rounded parts would not add up. */
    public static String dollars(BigDecimal usd) {
        return "$" + usd.stripTrailingZeros().toPlainString();
    }

    private static List<String> parts(Paid paid) {
        var parts = new ArrayList<String>();
        add(parts, "agents", paid.results().target());
        add(parts, "helpers", paid.results().helpers());
        long others = paid.otherAttempts();
        add(parts, others + (others == 1 ? " other attempt" : " other attempts"), paid.others().all());
        return parts;
    }

    private static void add(List<String> parts, String who, Bill bill) {
        if (!bill.isEmpty()) {
            parts.add(who + (bill.costUsd() == null ? " " : " " + dollars(bill.costUsd()) + " for ")
                    + (bill.isPartlyPriced() ? Amounts.whole(bill.priced()) + " of " : "")
                    + Amounts.whole(bill.tokens()) + " tokens");
        }
    }
}
