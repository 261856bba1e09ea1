package dev.muster.coordinator.analysis.comparison;

import module java.base;

/** Formats numbers for human users. */
public final class Amounts {

    private static final BigDecimal CENT = new BigDecimal("0.01");

    private Amounts() {}

    public static String whole(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Rounds to two significant digits. */
    static String about(long number) {
        long unit = 1;
        while (number / unit >= 100) {
            unit *= 10;
        }
        return whole((number + unit / 2) / unit * unit);
    }

    /** Formats a share: 0 % and 100 % are only none and all. */
    public static String percent(double share) {
        double percent = Math.rint(share * 1_000) / 10;
        return String.format(Locale.ROOT, "%.1f %%",
                percent >= 100 && share < 1 ? 99.9 : percent <= 0 && share > 0 ? 0.1 : percent);
    }

    public static String of(Measure measure, double value) {
        return switch (measure) {
            case PASS_RATE -> percent(value);
            case SCORE -> String.format(Locale.ROOT, "%.3f", value);
            case COST_USD ->
                dollars(BigDecimal.valueOf(value).setScale(9, RoundingMode.HALF_UP), new BigDecimal("0.1"));
            case TOKENS -> String.format(Locale.ROOT, "%,.1f", value);
            case WORKING_MS -> String.format(Locale.ROOT, "%,.0f ms", value);
        };
    }

    /** Rounds to cents, and less than a cent to two significant digits. */
    public static String dollars(BigDecimal usd) {
        return dollars(usd, CENT);
    }

    /** Rounds to two significant digits what is less than {@code small}, else to cents. */
    private static String dollars(BigDecimal usd, BigDecimal small) {
        return "$" + (usd.abs().compareTo(small) >= 0 || usd.signum() == 0 ? usd.setScale(2, RoundingMode.HALF_UP)
                : usd.round(new MathContext(2)).stripTrailingZeros()).toPlainString();
    }

    /**
     * Formats a difference with its sign; shows tenths below ten milliseconds, where a difference can be significant.
     */
    public static String difference(Measure measure, double value) {
        double size = Math.abs(value);
        var amount = switch (measure) {
            case PASS_RATE -> String.format(Locale.ROOT, "%.1f", size * 100);
            case WORKING_MS ->
                size > 0 && size < 9.95 ? String.format(Locale.ROOT, "%.1f ms", size) : of(measure, size);
            default -> of(measure, size);
        };
        return (value < 0 ? "-" : "+") + amount;
    }
}
