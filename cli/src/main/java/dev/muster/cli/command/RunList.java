package dev.muster.cli.command;

import module java.base;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.comparison.Amounts;
import dev.muster.coordinator.analysis.figures.Count;
import dev.muster.coordinator.analysis.gate.GateCheck;
import dev.muster.coordinator.report.Columns;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.Seconds;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.ProjectName;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.StoredRun;

/**
 * Runs as a table for people: a line each, or two where the terminal is too narrow. Columns that are empty are left
 * out, and the last three are cut to fit.
 *
 * @param width columns of the terminal; {@link Integer#MAX_VALUE} cuts nothing
 * @param state what a run is doing that is not over
 * @param news of runs whose gates look at it; without it, such a run that has failures is only finished
 */
record RunList(int width, Instant now, Function<StoredRun, String> state, Map<String, News> news) {

    private static final List<String> HEADS = List.of("RUN", "AGO", "VERDICT", "PASSED", "COST", "TIME", "SUITE",
            "AGENT", "BRANCH", "PROJECT");
    /** Columns from here on are cut; the others never are. */
    private static final int TEXTS = 6;
    private static final int NARROWEST = 7;

    List<String> lines(List<StoredRun> runs) {
        var rows = new ArrayList<>(List.of(HEADS));
        boolean several = runs.stream().map(run -> project(run)).distinct().count() > 1;
        runs.forEach(run -> rows.add(row(run, several)));
        var widths = IntStream.range(0, HEADS.size()).map(column -> rows.stream().skip(1)
                .anyMatch(row -> !row.get(column).isEmpty())
                        ? rows.stream().mapToInt(row -> Columns.width(row.get(column))).max().orElse(0) : 0)
                .toArray();
        int fixed = sum(widths, 0, TEXTS);
        boolean wraps = width < fixed + IntStream.of(widths).skip(TEXTS).filter(each -> each > 0)
                .map(each -> Math.min(each, NARROWEST) + 1).sum();
        shrink(widths, wraps ? width - 2 : width - fixed);
        return rows.stream().flatMap(row -> wraps
                ? Stream.of(line(row, widths, 0, TEXTS), "  " + line(row, widths, TEXTS, HEADS.size()))
                : Stream.of(line(row, widths, 0, HEADS.size()))).map(String::stripTrailing).toList();
    }

    private static int sum(int[] widths, int from, int to) {
        return Arrays.stream(widths, from, to).filter(each -> each > 0).map(each -> each + 1).sum();
    }

    /** Takes from the widest text until all of them fit. */
    private static void shrink(int[] widths, int room) {
        while (sum(widths, TEXTS, widths.length) > room + 1) {
            int widest = IntStream.range(TEXTS, widths.length).boxed()
                    .max(Comparator.comparingInt(each -> widths[each])).orElseThrow();
            if (widths[widest] <= NARROWEST) {
                return;
            }
            widths[widest]--;
        }
    }

    private static String line(List<String> row, int[] widths, int from, int to) {
        return IntStream.range(from, to).filter(column -> widths[column] > 0).mapToObj(column -> {
            var text = Columns.cut(row.get(column), widths[column]);
            var room = " ".repeat(widths[column] - Columns.width(text));
            return column > 2 && column < TEXTS ? room + text : text + room;
        }).collect(Collectors.joining(" "));
    }

    private List<String> row(StoredRun run, boolean saysProject) {
        var counts = run.counts();
        return Stream.of(run.id(), ago(run), run.state().over() ? verdict(run) : state.apply(run),
                counts.inRates() == 0 ? "-" : 100L * counts.passed() / counts.inRates() + " %",
                run.costUsd() == null ? "" : Amounts.dollars(run.costUsd()), time(run), suite(run), run.agent(),
                run.settings().about().labels().getOrDefault("branch", ""), saysProject ? project(run) : "")
                .map(Printable::line).toList();
    }

    private static String project(StoredRun run) {
        var project = run.settings().about().project();
        return project == null ? "" : ProjectName.shown(project);
    }

    /** By the run's gate and its counts; causes, which the gate looks at too, are in its report only. */
    private String verdict(StoredRun run) {
        if (run.state() != RunState.FINISHED) {
            return run.state().wire();
        }
        var counts = run.counts();
        if (counts.passed() + counts.failed() + counts.flaky() == 0) {
            return counts.errors() > 0 ? "errors" : "nothing";
        }
        var failure = GateCheck.failure(run.settings().policies().gate(),
                List.of(count(Status.PASSED, counts.passed()),
                        count(Status.FAILED, counts.failed()), count(Status.FLAKY, counts.flaky()),
                        new Count(Status.ERROR, Cause.INFRASTRUCTURE, counts.errors()),
                        new Count(Status.SKIPPED, Cause.SKIPPED, counts.skipped())),
                news.getOrDefault(run.id(), News.NONE));
        boolean isKnown = run.settings().policies().gate().newlyFailing() == null || news.containsKey(run.id());
        return failure.isEmpty() ? "passed" : isKnown ? "failed" : run.state().wire();
    }

    private static Count count(Status status, long results) {
        return new Count(status, status == Status.PASSED ? Cause.NONE : Cause.ASSERTION, results);
    }

    private String ago(StoredRun run) {
        var age = Duration.between(Objects.requireNonNullElse(run.createdAt(), now), now);
        return age.toDays() > 0 ? age.toDays() + "d"
                : age.toHours() > 0 ? age.toHours() + "h"
                        : age.toMinutes() > 0 ? age.toMinutes() + "m" : Math.max(0, age.toSeconds()) + "s";
    }

    private static String time(StoredRun run) {
        return run.took().map(Seconds::text).orElse("");
    }

    /** The names of files without their folders. */
    private static String suite(StoredRun run) {
        var inputs = run.settings().inputs();
        var first = inputs.isEmpty() ? run.input() : inputs.getFirst();
        return (first.contains(" ") ? first : first.substring(first.lastIndexOf('/') + 1))
                + (inputs.size() > 1 ? " +" + (inputs.size() - 1) : "");
    }
}
