package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.Exit;
import dev.muster.cli.session.ProjectOptions;
import dev.muster.cli.session.StoreAccess;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.coordinator.analysis.comparison.Amounts;
import dev.muster.coordinator.analysis.figures.Count;
import dev.muster.coordinator.analysis.gate.GateCheck;
import dev.muster.coordinator.analysis.news.NewsFinder;
import dev.muster.coordinator.report.Columns;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.Seconds;
import dev.muster.coordinator.report.console.ConsoleStyle;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.News;
import dev.muster.coordinator.run.ProjectName;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Leadership;
import dev.muster.coordinator.store.PrunableRun;
import dev.muster.coordinator.store.PrunePlan;
import dev.muster.coordinator.store.PrunedAmounts;
import dev.muster.coordinator.store.Pruning;
import dev.muster.coordinator.store.RunTable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code muster runs}: lists the stored runs, newest first, or deletes some. */
@Command(name = "runs", mixinStandardHelpOptions = true, description = "List the runs that are stored, newest first, or delete some.")
public final class RunsCommand implements Callable<Integer> {

    /** Finding out what is new in more results takes seconds, for each run of the list. */
    private static final int MOST_COMPARED = 100_000;

    @Option(names = "--limit", paramLabel = "N", defaultValue = "20", description = "How many (default: ${DEFAULT-VALUE}).")
    private int limit;

    @Option(names = "--label", paramLabel = "NAME=VALUE", description = "Only runs with this label, such as branch=main. Repeatable: all of them.")
    private List<String> labels = new ArrayList<>();

    @Option(names = "--delete", paramLabel = "RUN", description = "Delete a run that is over, with its results; the history of cases stays. It asks nothing.")
    private @Nullable String delete;

    @Option(names = "--coordinator", paramLabel = "URL[,URL…]|up", description = "Of a fleet, by its coordinator (up: the one that muster up started; token: $MUSTER_TOKEN), instead of a database.")
    private @Nullable Coordinators coordinators;

    @ArgGroup(exclusive = false)
    private @Nullable PruneOptions prune;

    @Mixin
    private ProjectOptions projects = new ProjectOptions();

    @Mixin
    private StoreAccess store = new StoreAccess();

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws IOException, BadInput, RefusedRun {
        OptionGroups.refuse(limit < 1, "--limit takes a whole number from 1 on");
        OptionGroups.refuse(prune == null && delete != null && !labels.isEmpty(),
                "--delete names one run, and --label finds several; leave one of them out");
        if (prune != null && prune.prune) {
            OptionGroups.refuse(coordinators != null, "--prune deletes in a database: name the fleet's with --database "
                    + "URL instead of --coordinator, or start the coordinator with --retention TIME");
            OptionGroups.refuse(delete != null || !labels.isEmpty(),
                    "--prune goes by age and number only; leave out --label and --delete");
        }
        if (prune != null) {
            return prune.carryOut(store, here);
        }
        var wanted = About.labels(labels);
        if (coordinators != null) {
            try (var remote = FleetKeys.open(here, coordinators)) {
                if (delete != null) {
                    var run = projects.findToChange(delete, remote, here).id();
                    tellDeleted(run, remote.delete(run));
                } else {
                    var scope = projects.onFleet(here);
                    var found = remote.newest(scope, wanted, limit);
                    ProjectOptions.tellOlder(found, scope, here);
                    list(found, scope, run -> run.paused() ? "paused" : run.state().wire(),
                            run -> remote.news(run.id()));
                }
                return Exit.OK;
            }
        }
        try (var open = store.open(here)) {
            var scope = projects.in(open.database(), here);
            if (delete != null) {
                var run = StoreAccess.find(delete, open.database(), scope).id();
                tellDeleted(run, new Pruning(open.database(), Instant.now()).delete(run, null));
            } else {
                list(new RunTable(open.database()).newest(null, scope, wanted, false, 0, limit), scope,
                        run -> state(open, run),
                        new NewsFinder(open.database())::of);
            }
        }
        return Exit.OK;
    }

    private void tellDeleted(String run, long results) {
        here.out().println("run " + run + " is deleted, with " + results + (results == 1 ? " result" : " results"));
    }

    /** Finds out what is new in a run. */
    @FunctionalInterface
    private interface Asked {
        News news(StoredRun run) throws IOException;
    }

    private void list(List<StoredRun> runs, ProjectScope scope, Function<StoredRun, String> state, Asked asked)
            throws IOException {
        if (runs.isEmpty()) {
            here.out().println(labels.isEmpty()
                    ? scope.everything() ? "no runs yet; muster demo makes one" : Printable.line(scope.nothing())
                    : "no run has " + (labels.size() == 1 ? "the label " : "all the labels ")
                            + Printable.line(String.join(", ", labels)));
            return;
        }
        var news = new HashMap<String, News>();
        for (var run : runs) {
            var counts = run.counts();
            if (run.settings().policies().gate().newlyFailing() != null && run.state() == RunState.FINISHED
                    && counts.failed() + counts.flaky() > 0 && counts.total() <= MOST_COMPARED) {
                news.put(run.id(), asked.news(run));
            }
        }
        var style = here.style(ConsoleStyle.Detail.NORMAL);
        new RunList(style.live() ? style.width() : Integer.MAX_VALUE, Instant.now(), state, news).lines(runs)
                .forEach(here.out()::println);
    }

    /** A run whose coordinator is gone is not running, whatever its row says. */
    private static String state(StoreAccess.Open open, StoredRun run) {
        boolean abandoned = !run.state().over() && !Leadership.ledNow(open.database(), run.fleet());
        return abandoned ? "interrupted" : run.paused() ? "paused" : run.state().wire();
    }

    /** {@code muster runs --prune}: selects the stored runs to delete. */
    static final class PruneOptions {

        @Option(names = "--prune", description = "Delete old runs with all that is theirs; the history of cases stays.")
        private boolean prune;

        @Option(names = "--older-than", paramLabel = "TIME", description = "Those that began longer ago, such as 30d (default: retention.runs of the configuration).")
        private @Nullable Duration olderThan;

        @Option(names = "--keep", paramLabel = "N", description = "Not the newest N; without --older-than and a retention all others.")
        private @Nullable Integer keep;

        @Option(names = "--dry-run", description = "Only say what would go.")
        private boolean dryRun;

        @Option(names = "--config", paramLabel = "FILE", description = "The configuration with the retention (default: muster.yaml, found from here upwards).")
        private @Nullable Path config;

        int carryOut(StoreAccess store, CommandContext here) throws BadInput {
            OptionGroups.refuse(!prune, "--older-than, --keep, --dry-run and --config go with --prune");
            var age = olderThan == null ? here.project(config).keeping().runs() : olderThan;
            if (age == null && keep == null) {
                throw new BadInput(
                        "--prune wants --older-than TIME, --keep N, or 'retention: {runs: TIME}' in muster.yaml");
            }
            OptionGroups.refuse(keep != null && keep < 0, "--keep takes a whole number from 0 on");
            var now = Instant.now();
            try (var open = store.open(here)) {
                var pruning = new Pruning(open.database(), now);
                var plan = pruning.plan(age == null ? null : now.minus(age), keep == null ? 0 : keep);
                plan.kept().forEach(sentence -> here.out().println("kept: " + sentence));
                plan.runs().forEach(run -> here.out().println((dryRun ? "would go: " : "gone: ") + run.run() + " of "
                        + run.day() + ", " + run.results() + " results"));
                here.out().println(dryRun ? told(plan, pruning.tryOut(plan), "would go", "would free", "would be")
                        : told(plan, pruning.carryOut(plan), "are gone", "freed", "are"));
                return Exit.OK;
            } catch (IOException e) {
                throw new UncheckedIOException("the files of runs could not be read", e);
            }
        }

        private static String told(PrunePlan plan, PrunedAmounts freed, String gone, String free, String are) {
            return String.format(Locale.ROOT,
                    "%d runs with %d results %s; %d whole days and %d files %s %.1f MB%s; %d workers that left and %d "
                            + "records that were set aside %s forgotten",
                    freed.runs(), plan.results(), gone, freed.days(), freed.files(), free, freed.bytes() / 1e6,
                    freed.days() < plan.runs().stream().map(PrunableRun::day).distinct().count()
                            ? ", and the room of other days is used again by PostgreSQL" : "",
                    freed.workers(), freed.setAside(), are);
        }
    }

    /**
     * Runs as a table for people: a line each, or two where the terminal is too narrow. Columns that are empty are left out, and
     * the last three are cut to fit.
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
}
