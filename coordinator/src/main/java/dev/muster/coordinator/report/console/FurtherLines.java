package dev.muster.coordinator.report.console;

import module java.base;
import dev.muster.common.message.Wait;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.figures.Digest;
import dev.muster.coordinator.analysis.figures.Paid;
import dev.muster.coordinator.analysis.figures.SlowCase;
import dev.muster.coordinator.analysis.figures.Spread;
import dev.muster.coordinator.report.DurationSamples;
import dev.muster.coordinator.report.PaidText;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.Seconds;
import dev.muster.coordinator.report.Summary;
import dev.muster.coordinator.run.RunPage.LostWorker;
import dev.muster.coordinator.run.StoredCase;
import org.jspecify.annotations.Nullable;

/** What stands below a run's summary: why cases were cancelled, cost, durations, reports. Not thread-safe. */
final class FurtherLines {

    private static final int SLOWEST = 5;
    /** Below this, durations say nothing about the slowest. */
    private static final int FEW = 3;

    private static final Comparator<SlowCase> FASTEST = Comparator.comparingLong(SlowCase::ms)
            .thenComparing(SlowCase::id, Comparator.reverseOrder());

    private final DurationSamples durations = new DurationSamples();
    private final PriorityQueue<SlowCase> slowest = new PriorityQueue<>(FASTEST);
    private List<String> reports = List.of();
    private Paid paid = Paid.NOTHING;
    private @Nullable Spread counted;
    private @Nullable String trouble;
    private List<LostWorker> lost = List.of();
    /** Those that the present leader knows of. */
    private List<LostWorker> known = List.of();

    void reports(List<String> names) {
        reports = List.copyOf(names);
    }

    boolean hasReports() {
        return !reports.isEmpty();
    }

    void paid(Paid all) {
        paid = all;
    }

    /** Takes what the database counted, in place of results. */
    void add(Digest digest) {
        paid = digest.paid();
        counted = digest.durations();
        digest.slowest().forEach(each -> slow(new SlowCase(Printable.line(each.id()), each.ms())));
    }

    /** Takes what the run waits for; a result from an agent makes earlier trouble irrelevant. */
    void waitedFor(@Nullable Wait wait) {
        trouble = wait != null && wait.trouble() ? wait.what() : trouble;
    }

    /** Takes the workers that were lost so far; returns those that are new. */
    List<LostWorker> lost(List<LostWorker> all) {
        if (all.isEmpty()) {
            return all; // the run is over, or a new leader has lost none yet
        }
        boolean sameLeader = all.size() >= known.size() && all.subList(0, known.size()).equals(known);
        var more = List.copyOf(all.subList(sameLeader ? known.size() : 0, all.size()));
        known = List.copyOf(all);
        lost = Stream.concat(lost.stream(), more.stream()).toList();
        return more;
    }

    /** Returns the one line that a quiet run ends with. */
    String inShort(String run, Summary summary, Duration took) {
        int total = summary.total();
        var counts = SummaryLines.counts(summary);
        return total + (total == 1 ? " result" : " results") + (counts.isEmpty() ? "" : ": " + counts) + " (run " + run
                + ", " + Seconds.text(took) + (hasReports() ? ", " + String.join(", ", reports) : "") + ")";
    }

    void add(StoredCase stored) {
        var result = stored.result();
        paid = paid.plus(Paid.of(stored));
        if (result.verdict().cause().inRates()) {
            trouble = null;
        }
        if (stored.attempt() > 0 && result.verdict().status() != Status.SKIPPED
                && result.verdict().status() != Status.CANCELLED) {
            durations.add(result.timing().durationMs());
            slow(new SlowCase(Printable.line(result.identity().id()), result.timing().durationMs()));
        }
    }

    /** Keeps the slowest result of each of the slowest cases. */
    private void slow(SlowCase next) {
        if (slowest.stream().noneMatch(each -> each.id().equals(next.id()) && each.ms() >= next.ms())) {
            slowest.removeIf(each -> each.id().equals(next.id()));
            slowest.add(next);
        }
        if (slowest.size() > SLOWEST) {
            slowest.remove();
        }
    }

    List<String> lines(Summary summary, ConsoleStyle style) {
        var lines = new ArrayList<String>();
        int cancelled = summary.count(Status.CANCELLED);
        if (cancelled > 0) {
            add(lines, "Cancelled", cancelled + (trouble == null ? "" : " (" + Printable.line(trouble) + ")"), style);
        }
        if (!lost.isEmpty()) {
            add(lines, "Lost", lost.stream().map(worker -> "worker " + Printable.line(worker.worker()) + " with "
                    + worker.cases() + (worker.cases() == 1 ? " case" : " cases")).collect(Collectors.joining(", "))
                    + "; they were dispatched again", style);
        }
        if (summary.judges().hasSamples()) {
            add(lines, "Judges", summary.judges().sentence(), style);
        }
        PaidText.cost(paid).ifPresent(cost -> add(lines, "Cost", cost, style));
        var spread = counted == null ? durations.spread() : counted;
        if (spread != null && spread.of() >= FEW) {
            add(lines, "Durations", "p50 " + Seconds.of(spread.median()) + ", p95 " + Seconds.of(spread.p95()), style);
        }
        if (spread != null && spread.of() > Console.SHORT_SUITE) {
            add(lines, "Slowest", slowest.stream().sorted(FASTEST.reversed())
                    .map(each -> each.id() + '\u00A0' + Seconds.of(each.ms())).collect(Collectors.joining(", ")),
                    style);
        }
        if (hasReports()) {
            add(lines, "Reports", String.join(", ", reports), style);
        }
        if (!lines.isEmpty()) {
            lines.addFirst("");
        }
        return lines;
    }

    private static void add(List<String> lines, String label, String text, ConsoleStyle style) {
        SummaryLines.wrapped(label, text, style).forEach(line -> lines.add(line.replace('\u00A0', ' ')));
    }
}
