package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.coordinator.report.Seconds;
import dev.muster.coordinator.report.Summary;

/** The text of the progress line. */
final class ProgressLine {

    private ProgressLine() {}

    /** {@code 412/2000  96.2/s  16s left  3 not passed}: without the parts that are not yet known. */
    static String text(Summary summary, int expected, Duration elapsed) {
        int done = summary.total();
        double seconds = elapsed.toMillis() / 1000.0;
        double rate = seconds > 0 ? done / seconds : 0;
        var text = new StringBuilder("  ").append(done).append('/').append(expected);
        if (rate > 0) {
            text.append(String.format(Locale.ROOT, rate < 10 ? "  %.1f/s" : "  %.0f/s", rate));
            text.append("  ").append(left(Math.round((expected - done) / rate))).append(" left");
        }
        return text.append("  ").append(summary.unwell()).append(" not passed").toString();
    }

    private static String left(long seconds) {
        return seconds < 60 ? seconds + "s" : Seconds.text(Duration.ofSeconds(seconds));
    }
}
