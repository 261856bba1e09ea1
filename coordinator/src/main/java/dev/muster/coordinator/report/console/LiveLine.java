package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.report.Columns;

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

    /** Erases the line, to make room for other output. */
    void erase() {
        if (drawn) {
            out.print(ERASE);
            drawn = false;
        }
    }
}
