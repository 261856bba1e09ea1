package dev.muster.coordinator.report;

import module java.base;
import dev.muster.coordinator.analysis.comparison.Amounts;
import dev.muster.coordinator.analysis.figures.Bill;
import dev.muster.coordinator.analysis.figures.Paid;

/** Tokens and costs for people. */
public final class PaidText {

    private PaidText() {}

    /** Returns the total cost and its parts; empty without token counts, or when nothing has a price. */
    public static Optional<String> cost(Paid paid) {
        return Optional.ofNullable(paid.all().costUsd())
                .map(all -> Amounts.dollars(all)
                        + share(paid.all()).map(share -> " for " + share + " of the tokens").orElse("")
                        + " (" + String.join(", ", parts(paid)) + ")");
    }

    /** Returns the cost as a sentence, or only tokens when nothing has a price. */
    public static Optional<String> sentence(Paid paid) {
        if (paid.all().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of("Paid for: " + cost(paid).orElseGet(() -> String.join(", ", parts(paid))) + ".");
    }

    /** Returns the cost, with the share of tokens that it covers, if not all. */
    public static Optional<String> amount(Bill bill) {
        return Optional.ofNullable(bill.costUsd())
                .map(usd -> Amounts.dollars(usd) + share(bill).map(share -> " (" + share + ")").orElse(""));
    }

    /** Returns the share of priced tokens, never rounded up to all; empty when all have a price. */
    static Optional<String> share(Bill bill) {
        if (!bill.isPartlyPriced()) {
            return Optional.empty();
        }
        long percent = bill.priced() * 100 / bill.tokens();
        return Optional.of(percent == 0 ? "under 1 %" : percent + " %");
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
            parts.add(who + (bill.costUsd() == null ? " " : " " + Amounts.dollars(bill.costUsd()) + " for ")
                    + (bill.isPartlyPriced() ? Amounts.whole(bill.priced()) + " of " : "")
                    + Amounts.whole(bill.tokens()) + " tokens");
        }
    }
}
