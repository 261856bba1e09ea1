package dev.muster.coordinator.analysis.comparison;

import module java.base;

/** Formats numbers for human users. */
public final class Amounts {

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

    public static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", share * 100);
    }

    public static String of(Measure measure, double value) {
        return switch (measure) {
            case PASS_RATE -> percent(value);
            case SCORE -> String.format(Locale.ROOT, "%.3f", value);
            case COST_USD -> dollars(value, 5);
            case TOKENS -> String.format(Locale.ROOT, "%,.1f", value);
            case WORKING_MS -> String.format(Locale.ROOT, "%,.0f ms", value);
        };
    }

    /** Formats dollars, never a non-zero amount as zero: a call may cost a millionth. */
    public static String dollars(double value, int digits) {
        return value == 0 || Math.abs(value) >= Math.pow(10, -digits)
                ? "$" + String.format(Locale.ROOT, "%." + digits + "f", value)
                : "$" + String.format(Locale.ROOT, "%.1e", value);
    }

    /** Formats a difference, with its sign. */
    public static String difference(Measure measure, double value) {
        var amount = measure == Measure.PASS_RATE ? String.format(Locale.ROOT, "%.1f", Math.abs(value) * 100)
                : of(measure, Math.abs(value));
        return (value < 0 ? "-" : "+") + amount;
    }
}
