package dev.muster.common.time;

import module java.base;

/** Reads and writes durations as in suites and messages: {@code 5m}, {@code 30s}, {@code 1m30s}, {@code 250ms}. */
public final class Durations {

    private Durations() {}

    /** Formats a duration for people, who want tenths of some seconds and no fraction of minutes: {@code 1.0s}. */
    public static String text(Duration duration) {
        boolean tenths = duration.toMillisPart() > 0 && duration.toSeconds() > 0 && duration.toSeconds() < 60;
        return tenths ? String.format(Locale.ROOT, "%.1fs", duration.toMillis() / 1000.0)
                : written(duration.toSeconds() > 0 ? duration.truncatedTo(ChronoUnit.SECONDS) : duration);
    }

    /** Returns the shortest spelling; {@link #parse} reads it back. */
    public static String written(Duration duration) {
        if (duration.isZero()) {
            return "0s";
        }
        var text = new StringBuilder();
        append(text, duration.toHours(), "h");
        append(text, duration.toMinutesPart(), "m");
        append(text, duration.toSecondsPart(), "s");
        append(text, duration.toMillisPart(), "ms");
        return text.isEmpty() ? "0s" : text.toString();
    }

    /** Reads a duration; an IllegalArgumentException says what would be right. */
    public static Duration parse(String text) {
        var total = Duration.ZERO;
        int at = 0;
        while (at < text.length()) {
            int digits = at;
            while (digits < text.length() && Character.isDigit(text.charAt(digits))) {
                digits++;
            }
            int unit = digits;
            while (unit < text.length() && Character.isLetter(text.charAt(unit))) {
                unit++;
            }
            if (digits == at || unit == digits || digits - at > 12) {
                throw wrong(text);
            }
            total = total.plus(of(Long.parseLong(text.substring(at, digits)), text.substring(digits, unit), text));
            at = unit;
        }
        if (text.isEmpty()) {
            throw wrong(text);
        }
        return total;
    }

    private static Duration of(long amount, String unit, String text) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            case "d" -> Duration.ofDays(amount);
            default -> throw wrong(text);
        };
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException("'" + text + "' is not a duration; write 5m, 30s, 1m30s or 250ms");
    }

    private static void append(StringBuilder text, long amount, String unit) {
        if (amount > 0) {
            text.append(amount).append(unit);
        }
    }
}
