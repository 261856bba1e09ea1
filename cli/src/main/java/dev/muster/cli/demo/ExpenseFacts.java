package dev.muster.cli.demo;

import module java.base;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.StringNode;

/**
 * Finds the expense in a conversation, amounts in dollars, for the script of the expense agent; the newest value
 * counts.
 *
 * @param types by name: the words that mean the type, and the limit of the policy
 */
record ExpenseFacts(JsonNode types) {

    private static final String NUMBER = "(?:\\d{1,3}(?:,\\d{3}){1,2}|\\d{1,9})(?:\\.\\d{1,2})?";
    private static final Pattern SUM = Pattern.compile(
            "[$€]\\s?(" + NUMBER + ")|\\b(" + NUMBER + ")\\s?(?:dollars|usd|euros?|eur)\\b|^\\s*(" + NUMBER
                    + ")\\s*$",
            Pattern.CASE_INSENSITIVE);

    Map<String, JsonNode> of(List<DemoMessage> history) {
        var facts = described(history);
        facts.put("offered", BooleanNode.valueOf(described(history.subList(0, history.size() - 1)).size() == 2));
        var amount = facts.get("amount");
        if (amount != null) {
            facts.put("price", text(amount.decimalValue()));
        }
        var type = facts.get("type");
        if (type != null) {
            var limit = types.path(type.stringValue()).path("limit");
            facts.put("limit", limit);
            facts.put("most", text(limit.decimalValue()));
            if (amount != null) {
                facts.put("over", BooleanNode.valueOf(amount.decimalValue().compareTo(limit.decimalValue()) > 0));
                facts.put("reference", reference(amount.decimalValue(), limit.longValue()));
            }
        }
        return facts;
    }

    /** Returns the type and the amount, as far as the user has named them. */
    private Map<String, JsonNode> described(List<DemoMessage> history) {
        var facts = new HashMap<String, JsonNode>();
        history.stream().filter(message -> message.role().equals("user")).map(DemoMessage::text).forEach(text -> {
            types.propertyStream()
                    .filter(type -> Pattern.compile(type.getValue().path("words").stringValue()).matcher(text).find())
                    .findFirst().ifPresent(type -> facts.put("type", StringNode.valueOf(type.getKey())));
            dollars(text).ifPresent(amount -> facts.put("amount", DecimalNode.valueOf(amount)));
        });
        return facts;
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
    private static JsonNode text(BigDecimal amount) {
        boolean whole = amount.stripTrailingZeros().scale() <= 0;
        return StringNode.valueOf(whole ? String.format(Locale.ROOT, "$%,d", amount.toBigInteger())
                : String.format(Locale.ROOT, "$%,.2f", amount));
    }

    /** Returns the same reference for the same expense, so that a suite may name it. */
    private static JsonNode reference(BigDecimal amount, long limit) {
        return StringNode.valueOf(String.format(Locale.ROOT, "EXP-%04d",
                (amount.movePointRight(2).longValue() * 7 + limit) % 10_000));
    }
}
