package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.report.Columns;
import dev.muster.coordinator.report.Seconds;
import dev.muster.coordinator.report.Summary;
import org.jspecify.annotations.Nullable;

/** The lines at the bottom of a terminal, redrawn at most ten times a second. */
final class LiveLine {

    private static final String ERASE = "\r\u001b[2K";
    private static final String UP = "\u001b[1A";
    private static final int LONGEST_BAR = 20;
    private static final int SHORTEST_BAR = 5;
    private static final long PAUSE = Duration.ofMillis(100).toNanos();

    private final PrintStream out;
    private final ConsoleStyle style;
    private final Ticker ticker;
    private int drawn;
    private long lastDrawn;

    LiveLine(PrintStream out, ConsoleStyle style, Ticker ticker) {
        this.out = out;
        this.style = style;
        this.ticker = ticker;
        this.lastDrawn = ticker.nanos() - PAUSE;
    }

    /** Redraws the lines when due; until then, the output that erased them stays. */
    void update(Supplier<List<String>> words) {
        if (style.live() && ticker.nanos() - lastDrawn >= PAUSE) {
            lastDrawn = ticker.nanos();
            erase();
            var lines = words.get();
            out.print(String.join("\n", lines));
            out.flush();
            drawn = lines.size();
        }
    }

    void erase() {
        for (; drawn > 0; drawn--) {
            out.print(drawn == 1 ? ERASE : ERASE + UP);
        }
    }

    /** Returns a bar where there is room, before the text; the last column would wrap on some terminals. */
    static String bar(Summary summary, int expected, String text, ConsoleStyle style) {
        int room = Math.min(LONGEST_BAR, style.width() - 4 - Columns.width(text));
        if (room < SHORTEST_BAR || expected == 0) {
            return Columns.cut(text, style.width() - 1);
        }
        int full = Math.toIntExact((long) room * Math.min(summary.total(), expected) / expected);
        return "  " + (summary.unwell() == 0 ? Paint.GREEN : Paint.RED).on("█".repeat(full), style)
                + Paint.GREY.on("░".repeat(room - full), style) + text;
    }

    /**
     * Returns {@code 412/2000  96.2/s  16s left  3 not passed}: without the parts that are not yet known.
     *
     * @param elapsed null while the run is paused
     */
    static String progress(Summary summary, int expected, @Nullable Duration elapsed) {
        int done = summary.total();
        double rate = elapsed == null || elapsed.toMillis() == 0 ? 0 : done * 1000.0 / elapsed.toMillis();
        var text = new StringBuilder("  ").append(done).append('/').append(expected);
        if (rate > 0) {
            text.append(String.format(Locale.ROOT, rate < 10 ? "  %.1f/s" : "  %.0f/s", rate));
            text.append("  ").append(left(Math.round((expected - done) / rate))).append(" left");
        }
        return text.append("  ").append(summary.unwell())
                .append(elapsed == null ? " not passed  paused" : " not passed")
                .toString();
    }

    private static String left(long seconds) {
        return seconds < 60 ? seconds + "s" : Seconds.text(Duration.ofSeconds(seconds));
    }
}
