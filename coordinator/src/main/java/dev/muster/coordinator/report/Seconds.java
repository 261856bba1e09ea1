package dev.muster.coordinator.report;

import module java.base;

/** Durations as the console shows them: {@code 0.04s}, {@code 1.2s}, {@code 2m05s}, {@code 1h02m}. */
public final class Seconds {

    private Seconds() {}

    public static String of(long ms) {
        return text(Duration.ofMillis(ms));
    }

    public static String text(Duration duration) {
        if (duration.compareTo(Duration.ofMinutes(1)) < 0) {
            long ms = duration.toMillis();
            return String.format(Locale.ROOT, ms < 95 ? "%.2fs" : "%.1fs", ms / 1000.0);
        }
        return duration.compareTo(Duration.ofHours(1)) < 0
                ? String.format(Locale.ROOT, "%dm%02ds", duration.toMinutes(), duration.toSecondsPart())
                : String.format(Locale.ROOT, "%dh%02dm", duration.toHours(), duration.toMinutesPart());
    }
}
