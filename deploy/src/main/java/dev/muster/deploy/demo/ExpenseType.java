package dev.muster.deploy.demo;

import module java.base;

/** The types of expenses, each with the highest amount in dollars that the policy allows. */
enum ExpenseType {
    TRAVEL(4000, "travel|trip|train|flight|hotel|taxi"),
    MEALS(75, "meals?|lunch|dinner|breakfast"),
    EQUIPMENT(1000, "equipment|laptop|monitor|keyboard|headset|chair");

    private final BigDecimal limit;
    private final Pattern words;

    ExpenseType(int limit, String words) {
        this.limit = BigDecimal.valueOf(limit);
        this.words = Pattern.compile("\\b(?:" + words + ")\\b", Pattern.CASE_INSENSITIVE);
    }

    /** Returns the type that a text mentions. */
    static Optional<ExpenseType> in(String text) {
        for (var type : values()) {
            if (type.words.matcher(text).find()) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }

    BigDecimal limit() {
        return limit;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
