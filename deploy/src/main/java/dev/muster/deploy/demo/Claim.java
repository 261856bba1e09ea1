package dev.muster.deploy.demo;

import module java.base;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a user has told the expense agent so far; the latest value counts.
 *
 * @param type null while unknown
 * @param amount dollars; null while unknown
 */
record Claim(@Nullable Type type, @Nullable BigDecimal amount) {

    private static final String NUMBER = "(?:\\d{1,3}(?:,\\d{3}){1,2}|\\d{1,9})(?:\\.\\d{1,2})?";
    private static final Pattern SUM = Pattern.compile(
            "[$€]\\s?(" + NUMBER + ")|\\b(" + NUMBER + ")\\s?(?:dollars|usd|euros?|eur)\\b|^\\s*(" + NUMBER + ")\\s*$",
            Pattern.CASE_INSENSITIVE);

    /** The types of expenses, each with the highest amount in dollars that the policy allows. */
    enum Type {
        TRAVEL(4000, "travel|trip|train|flight|hotel|taxi"),
        MEALS(75, "meals?|lunch|dinner|breakfast"),
        EQUIPMENT(1000, "equipment|laptop|monitor|keyboard|headset|chair");

        private final BigDecimal limit;
        private final Pattern words;

        Type(int limit, String words) {
            this.limit = BigDecimal.valueOf(limit);
            this.words = Pattern.compile("\\b(?:" + words + ")\\b", Pattern.CASE_INSENSITIVE);
        }

        /** Returns the type that a text mentions. */
        static Optional<Type> in(String text) {
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

    static Claim in(List<DemoMessage> history) {
        @Nullable
        Type type = null;
        @Nullable
        BigDecimal amount = null;
        for (var said : history) {
            if (said.by("user")) {
                type = Type.in(said.text()).orElse(type);
                amount = dollars(said.text()).orElse(amount);
            }
        }
        return new Claim(type, amount);
    }

    boolean isComplete() {
        return type != null && amount != null;
    }

    /** Returns the agent's state: {@code {expense: {status, type?, amount?}}}. */
    ObjectNode state(String status) {
        var state = Json.MAPPER.createObjectNode();
        var expense = state.putObject("expense").put("status", status);
        if (type != null) {
            expense.put("type", type.word());
        }
        if (amount != null) {
            expense.put("amount", amount);
        }
        return state;
    }

    /** Returns the sum of all amounts in a text; a bare number counts only when it is alone. */
    private static Optional<BigDecimal> dollars(String text) {
        return SUM.matcher(text).results()
                .map(found -> found.group(1) != null ? found.group(1)
                        : found.group(2) != null ? found.group(2) : found.group(3))
                .map(number -> new BigDecimal(number.replace(",", "")))
                .reduce(BigDecimal::add);
    }

    /** {@code $1,240} or {@code $86.50}. */
    static String text(BigDecimal amount) {
        boolean whole = amount.stripTrailingZeros().scale() <= 0;
        return whole ? String.format(Locale.ROOT, "$%,d", amount.toBigInteger())
                : String.format(Locale.ROOT, "$%,.2f", amount);
    }
}
