package dev.muster.coordinator.report.console;

import dev.muster.common.time.Ticker;
import dev.muster.coordinator.report.Columns;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.Supplier;

/** The line at the bottom of a terminal that is drawn again and again, ten times a second at most. */
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

    /** Draws the line anew when it is time; until then what erased it has the place. */
    void update(Supplier<String> words) {
        if (style.live() && ticker.nanos() - lastDrawn >= PAUSE) {
            lastDrawn = ticker.nanos();
            erase();
            out.print(Columns.cut(words.get(), style.width() - 1)); // the last column would wrap on some terminals
            out.flush();
            drawn = true;
        }
    }

    /** Makes room for other output, or for none. */
    void erase() {
        if (drawn) {
            out.print(ERASE);
            drawn = false;
        }
    }
}
