package dev.muster.deploy.demo;

import module java.base;

/** Dollars, as people write them and as the expense agent writes them back. */
final class Money {

    private static final String NUMBER = "(?:\\d{1,3}(?:,\\d{3}){1,2}|\\d{1,9})(?:\\.\\d{1,2})?";
    private static final Pattern SUM = Pattern.compile(
            "[$€]\\s?(" + NUMBER + ")|\\b(" + NUMBER + ")\\s?(?:dollars|usd|euros?|eur)\\b|^\\s*(" + NUMBER + ")\\s*$",
            Pattern.CASE_INSENSITIVE);

    private Money() {}

    /** Returns the sum of all amounts in a text; a bare number counts only when it is alone. */
    static Optional<BigDecimal> in(String text) {
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
