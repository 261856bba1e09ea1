package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.config.Gate;
import dev.muster.common.message.Wait;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.analysis.figures.Count;
import dev.muster.coordinator.analysis.figures.Digest;
import dev.muster.coordinator.analysis.gate.GateCheck;
import dev.muster.coordinator.analysis.gate.GateOutcome;
import dev.muster.coordinator.report.CaseGrid;
import dev.muster.coordinator.report.Columns;
import dev.muster.coordinator.report.ExitCode;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.ProblemIds;
import dev.muster.coordinator.report.Summary;
import dev.muster.coordinator.run.Matrix;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.RunPage;
import dev.muster.coordinator.run.RunSettings;
import dev.muster.coordinator.run.StartedRun;
import dev.muster.coordinator.run.StoredCase;
import org.jspecify.annotations.Nullable;

/**
 * Shows a run on the console as it progresses, in the layout of the seeds. Thread-safe: an interrupt may end the run
 * from another thread.
 */
public final class Console {

    /** Above this number of cases, the console shows only what did not pass. */
    public static final int LONG_SUITE = 200;
    /** Maximum cases to name again for one cause. */
    public static final int NAMED_AGAIN = ProblemIds.MOST;
    private static final int RULE = 63;
    /** Cases that a quiet console shows. */
    private static final int MOST_QUIET = 10;
    private static final int SCREENFUL = 24;
    /** Above this number of results, or in a matrix, what passed has one line at most. */
    static final int SHORT_SUITE = 20;
    private static final long STANDS_STILL = Duration.ofSeconds(1).toNanos();
    private static final long BETWEEN_LINES = Duration.ofSeconds(10).toNanos();
    /** Characters of an agent's instructions. */
    private static final int LONGEST = 1_000;

    private final PrintStream out;
    private final ConsoleStyle style;
    private final Ticker ticker;
    private final LiveLine live;
    private final Summary summary = new Summary();
    private final FurtherLines further = new FurtherLines();
    private @Nullable String keptBy;
    private @Nullable CaseGrid grid;
    private Optional<Wait> shownWait = Optional.empty();
    private String waiting = "";
    private long waitingSince;
    private long printedAt;
    private final ProblemIds unwell = new ProblemIds();
    private final ShownErrors shownErrors = new ShownErrors();
    private Matrix matrix = Matrix.ONCE;
    private List<Summary> cells = List.of(new Summary());
    private News news = News.NONE;
    private int expected;
    private long startedAt;
    private int linesOfUnwell;
    private int quietly;
    private boolean paused;
    private boolean blank = true;

    public Console(PrintStream out, ConsoleStyle style, Ticker ticker) {
        this.out = out;
        this.style = style;
        this.ticker = ticker;
        this.live = new LiveLine(out, style, ticker);
        this.startedAt = ticker.nanos();
    }

    /**
     * Writes the heading of a run, before its results.
     *
     * @param reports files that will have its results
     */
    public synchronized void start(StartedRun run, List<String> reports) {
        expected = run.results();
        matrix = run.matrix();
        further.reports(reports);
        grid = (matrix.isWide() || matrix.repeat() > 1) && expected <= CaseGrid.MOST ? new CaseGrid() : null;
        cells = matrix.cells().stream().map(cell -> new Summary()).toList();
        startedAt = ticker.nanos();
        if (style.detail() != ConsoleStyle.Detail.QUIET) {
            section("═", run.turns() ? "Agent Test (Multi-Turn)" : "Agent Test");
            info("Agent: " + run.agents());
            info("Input: " + String.join(", ", run.inputs()) + " (" + CellTable.size(run) + ")");
            if (run.about().part() != null) {
                info("Only: " + Printable.line(run.about().part()));
            }
            if (matrix.isWide()) {
                info("Cells: " + String.join(", ", matrix.cellNames()));
            }
            run.notes().forEach(this::info);
            if (!run.about().labels().isEmpty()) {
                info("Labels: " + run.about().labelsShown());
            }
            if (style.detail() == ConsoleStyle.Detail.VERBOSE) {
                run.instructions().forEach((agent, text) -> info("Instructions of " + agent + ": "
                        + Printable.beginning(text, LONGEST)));
            }
            out.println();
            section("─", "Running Tests");
            out.println();
        }
        live.update(this::progress);
    }

    public synchronized void result(StoredCase stored) {
        summary.add(stored.result());
        further.add(stored);
        cells.get(stored.ref().cell()).add(stored.result());
        unwell.add(stored.result());
        var news = grid == null ? CaseGrid.Novelty.REASON : grid.add(stored);
        if (isShown(stored.result()) && (news == CaseGrid.Novelty.REASON || isVerbose())) {
            live.erase();
            show(stored);
        } else if (isShown(stored.result()) && news == CaseGrid.Novelty.CELL) {
            live.erase();
            out.println(CaseLines.again(stored, CellTable.where(stored.ref(), matrix), style));
            blank = false;
        }
        live.update(this::progress);
    }

    /** Whether it shows only what did not pass, so that a {@link Digest} is enough. */
    public synchronized boolean isBrief() {
        return style.detail() == ConsoleStyle.Detail.NORMAL && expected > LONG_SUITE;
    }

    public synchronized void digest(Digest digest) {
        digest.counts().forEach((cell, counts) -> counts.forEach(count -> {
            summary.add(count);
            cells.get(cell).add(count);
            unwell.add(count);
        }));
        digest.unwell().forEach(each -> unwell.tell(each.cause(), each.id(), each.results()));
        summary.add(digest);
        further.add(digest);
        digest.first().stream().filter(each -> (grid == null || grid.add(each) == CaseGrid.Novelty.REASON)
                && isShown(each.result()))
                .forEach(this::show);
        if (digest.more() > 0) {
            out.println(
                    "… and " + digest.more() + " more that did not pass. In a page, or here, with all that passed:");
            out.println("  muster report " + digest.run() + " -o report.html");
            out.println("  muster report " + digest.run() + " -v");
            out.println();
        }
    }

    /** Updates the progress lines; may be called as often as needed. A paused run dispatches no cases. */
    public synchronized void tick(boolean isPaused) {
        paused = isPaused;
        live.update(this::progress);
    }

    /** Takes from a result what no digest has. */
    public synchronized void judged(CaseResult result) {
        summary.judged(result);
    }

    /** Shows what the run waits for: below the progress line, or without a terminal as a line from time to time. */
    public synchronized void waits(RunPage.Waiting waits) {
        var call = waits.calls().isEmpty() ? null : waits.calls().getFirst();
        further.waitedFor(call);
        further.lost(waits.lost()).forEach(worker -> note(Printable.line(worker.toString())));
        var why = waits.waiting() == null ? "" : waits.waiting();
        if (!why.equals(waiting)) {
            waiting = why;
            waitingSince = ticker.nanos();
        }
        boolean still = !why.isEmpty() && ticker.nanos() - waitingSince >= STANDS_STILL;
        shownWait = still ? Optional.of(new Wait("", why, true, "", 1, 0, 0)) : Optional.ofNullable(call);
        boolean due = still || (call != null && style.detail() != ConsoleStyle.Detail.QUIET
                && (call.trouble() || call.sinceMs() * 1_000_000 >= BETWEEN_LINES));
        if (!style.live() && due && (printedAt == 0 || ticker.nanos() - printedAt >= BETWEEN_LINES)) {
            printedAt = ticker.nanos();
            shownWait.ifPresent(wait -> info("Waiting: " + wait.text()
                    + LiveLine.progress(summary, expected, elapsed())));
        }
        live.update(this::progress);
    }

    /** Shows a note next to the results, such as that there are fewer workers than requested. */
    public synchronized void note(String sentence) {
        live.erase();
        info(sentence);
        live.update(this::progress);
    }

    /** @param coordinator where the run is kept, as it was typed; null for this machine */
    public synchronized void keptBy(@Nullable String coordinator) {
        keptBy = coordinator;
    }

    /** Shows the figures of a followed run, with the time since {@link #start}. */
    public synchronized void finish(String run, @Nullable String stopped, @Nullable String goOn) {
        finish(run, stopped, goOn, elapsed());
    }

    /**
     * Shows the figures, and how to find out more.
     *
     * @param stopped why it ended early; null when it did not
     * @param goOn the command that continues it; null when nothing is left
     * @param took duration of the run, which may have ended long ago
     */
    public synchronized void finish(String run, @Nullable String stopped, @Nullable String goOn, Duration took) {
        finish(run, stopped, goOn, took, Optional.empty());
    }

    /**
     * Does the same, and shows what the gate decided.
     *
     * @param outcome empty when the numbers of results say it all
     */
    public synchronized void finish(String run, @Nullable String stopped, @Nullable String goOn, Duration took,
            Optional<GateOutcome> outcome) {
        live.erase();
        if (style.detail() != ConsoleStyle.Detail.QUIET) {
            grid();
            section("─", "Summary");
            var figures = SummaryLines.of(summary, took, style);
            out.println(figures.getFirst()
                    + CellTable.product(grid == null ? 0 : grid.rows().size(), matrix, summary.total()));
            figures.stream().skip(1).forEach(out::println);
            // what is not in the summary of the seeds stands below it
            further.lines(summary, style).forEach(out::println);
            if (matrix.isWide()) {
                out.println();
                CellTable.of(matrix, cells, style).forEach(out::println);
            }
            LabelTable.of(summary.labels(), style).forEach(out::println);
            NewsLines.of(news, summary.count(Status.ERROR), matrix.isWide(), style).forEach(out::println);
            outcome.stream().flatMap(decided -> gate("  ", decided)).forEach(out::println);
            remarks(run, stopped, goOn).forEach(out::println);
        } else {
            if (quietly > MOST_QUIET) {
                out.println("… and " + (quietly - MOST_QUIET) + " more that did not pass: muster report " + run);
            }
            quietEnd(stopped, goOn).forEach(out::println);
            // a pass that is doubted, or that accepts failures, is no quiet one
            outcome.filter(decided -> !decided.passed() || decided.note() != null || summary.unwell() > 0)
                    .stream().flatMap(decided -> gate("", decided)).forEach(out::println);
            out.println(further.inShort(run, summary, took));
        }
        out.flush();
    }

    private void grid() {
        if (grid != null) {
            var rows = grid.rows().stream().filter(row -> isVerbose() || expected <= LONG_SUITE || !row.isPassed())
                    .toList();
            var lines = GridLines.of(rows, matrix.isWide() ? matrix.cells().stream().map(
                    cell -> Printable.line(cell.name())).toList() : List.of(), style);
            lines.forEach(out::println);
            if (!lines.isEmpty()) {
                out.println();
            }
        } else if (!blank) {
            out.println();
        }
    }

    /** Returns what the exit code alone does not explain. */
    private List<String> quietEnd(@Nullable String stopped, @Nullable String goOn) {
        if (stopped != null) {
            var lines = new ArrayList<>(Columns.wrap("Stopped: " + Printable.line(stopped), style.width() - 2));
            if (goOn != null) {
                lines.add("Continue it: " + goOn);
            }
            return lines;
        }
        return summary.total() == 0 || summary.unwell() + summary.count(Status.PASSED) > 0 ? List.of()
                : List.of("Nothing passed and nothing failed: " + SummaryLines.counts(summary) + " (exit code "
                        + ExitCode.of(summary, Gate.NONE).code() + ")");
    }

    /** Receives what is new, before {@link #finish}. */
    public synchronized void tell(News found) {
        news = found;
    }

    /** Returns what the gate of a run decides about its results so far. */
    public synchronized Optional<GateOutcome> outcome(RunSettings run) {
        return GateCheck.outcome(run.policies().gate(), summary.counts(), news, run.about(),
                summary.doubt(run));
    }

    /** Returns the lines of a gate; in a summary, an empty one stands before them. */
    private Stream<String> gate(String indent, GateOutcome outcome) {
        var lines = Stream.of(outcome.line(), Objects.requireNonNullElse(outcome.note(), ""))
                .filter(line -> !line.isEmpty())
                .flatMap(line -> Columns.wrap(Printable.line(line), style.width() - indent.length()).stream())
                .map(line -> indent + line);
        return indent.isEmpty() ? lines : Stream.concat(Stream.of(""), lines);
    }

    public synchronized Summary summary() {
        return summary;
    }

    private List<String> remarks(String run, @Nullable String stopped, @Nullable String goOn) {
        var lines = new ArrayList<String>();
        if (stopped != null) {
            lines.add("");
            Columns.wrap("Stopped: " + Printable.line(stopped), style.width() - 2)
                    .forEach(line -> lines.add("  " + line));
        }
        if (linesOfUnwell > SCREENFUL) {
            lines.add("");
            lines.addAll(unwell.lines(style.width()));
        }
        int hints = lines.size();
        if (goOn != null) {
            lines.add("  " + Paint.GREY.on("Continue it: " + goOn, style));
        }
        if (!isVerbose() && keptBy == null) {
            lines.add("  " + Paint.GREY.on("Look closer:   muster report " + run + " -v", style));
        }
        if (!further.hasReports()) {
            lines.add("  " + Paint.GREY.on("In a browser:  muster view " + run
                    + (keptBy == null ? "" : " --coordinator " + keptBy), style));
        }
        if (lines.size() > hints) {
            lines.add(hints, "");
        }
        return lines;
    }

    private boolean isShown(CaseResult result) {
        var status = result.verdict().status();
        boolean longSuite = expected > LONG_SUITE;
        return switch (style.detail()) {
            case VERBOSE -> true;
            case NORMAL ->
                (longSuite || grid != null)
                        ? Count.isListed(status, result.verdict().cause()) || result.passedUnchecked()
                        : result.verdict().cause() != Cause.DECIDED;
            case QUIET -> status == Status.FAILED || status == Status.ERROR || status == Status.FLAKY;
        };
    }

    private void show(StoredCase stored) {
        if (style.detail() == ConsoleStyle.Detail.QUIET) {
            if (quietly++ < MOST_QUIET) {
                CaseLines.quiet(stored, CellTable.where(stored.ref(), matrix), style).forEach(out::println);
            }
            return;
        }
        boolean brief = style.detail() == ConsoleStyle.Detail.NORMAL && (expected > SHORT_SUITE || grid != null);
        var lines = CaseLines.of(stored, CellTable.where(stored.ref(), matrix), brief, shownErrors, style);
        boolean row = brief && lines.size() == 1;
        if (!row && !blank) {
            out.println();
        }
        lines.forEach(out::println);
        if (!row) {
            out.println();
        }
        blank = !row;
        linesOfUnwell += ProblemIds.isUnwell(stored.result().verdict().status()) ? lines.size() + 1 : 0;
    }

    private List<String> progress() {
        var text = LiveLine.progress(summary, expected, paused ? null : elapsed());
        return Stream.concat(Stream.of(LiveLine.bar(summary, expected, text, style)),
                shownWait.stream().map(this::wait)).toList();
    }

    /** Returns a line in which only the beginning is cut. */
    private String wait(Wait wait) {
        var end = wait.end();
        var line = "  waiting: " + Columns.cut(Printable.line(wait.what()), style.width() - 12 - end.length()) + end;
        return (wait.trouble() ? Paint.YELLOW : Paint.GREY).on(line, style);
    }

    private boolean isVerbose() {
        return style.detail() == ConsoleStyle.Detail.VERBOSE;
    }

    private Duration elapsed() {
        return Duration.ofNanos(ticker.nanos() - startedAt);
    }

    private void section(String stroke, String title) {
        var rule = stroke.repeat(style.live() ? Math.min(RULE, style.width()) : RULE);
        out.println(rule);
        out.println("  " + title);
        out.println(rule);
    }

    private void info(String text) {
        var line = Printable.line(text);
        out.println(Paint.BLUE.on("ℹ", style) + " " + (style.live() ? Columns.cut(line, style.width() - 2) : line));
    }
}
