package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.report.Columns;
import dev.muster.coordinator.report.Seconds;
import dev.muster.coordinator.report.Summary;

/** The line at the bottom of a terminal, redrawn at most ten times a second. */
final class LiveLine {

    private static final String ERASE = "\r\u001b[2K";
    private static final long PAUSE = Duration.ofMillis(100).toNanos();

    private final PrintStream out;
    private final ConsoleStyle style;
    private final Ticker ticker;
    private boolean drawn;
    private long lastDrawn;

    LiveLine(PrintStream out, ConsoleStyle style, Ticker ticker) {
        this.out = out;
        this.style = style;
        this.ticker = ticker;
        this.lastDrawn = ticker.nanos() - PAUSE;
    }

    /** Redraws the line when due; until then, the output that erased it stays. */
    void update(Supplier<String> words) {
        if (style.live() && ticker.nanos() - lastDrawn >= PAUSE) {
            lastDrawn = ticker.nanos();
            erase();
            out.print(Columns.cut(words.get(), style.width() - 1)); // the last column would wrap on some terminals
            out.flush();
            drawn = true;
        }
    }

    void erase() {
        if (drawn) {
            out.print(ERASE);
            drawn = false;
        }
    }

    /** Returns {@code 412/2000  96.2/s  16s left  3 not passed}: without the parts that are not yet known. */
    static String progress(Summary summary, int expected, Duration elapsed) {
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
