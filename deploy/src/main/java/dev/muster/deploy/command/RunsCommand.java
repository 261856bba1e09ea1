package dev.muster.deploy.command;

import module java.base;
import dev.muster.common.leader.Coordinators;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.console.ConsoleStyle;
import dev.muster.coordinator.run.About;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Leadership;
import dev.muster.coordinator.store.Pruning;
import dev.muster.coordinator.store.RunTable;
import dev.muster.deploy.session.BadInput;
import dev.muster.deploy.session.CommandContext;
import dev.muster.deploy.session.Exit;
import dev.muster.deploy.session.StoreAccess;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code muster runs}: lists the stored runs, newest first, or deletes some. */
@Command(name = "runs", mixinStandardHelpOptions = true, description = "List the runs that are stored, newest first, or delete some.")
public final class RunsCommand implements Callable<Integer> {

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
    private StoreAccess store = new StoreAccess();

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws IOException, BadInput, RefusedRun {
        if (prune != null) {
            return prune.carryOut(store, here);
        }
        var wanted = About.labels(labels);
        if (coordinators != null) {
            try (var remote = new RemoteRuns(coordinators, FleetKeys.of(here, coordinators))) {
                if (delete != null) {
                    var run = remote.find(delete).id();
                    tellDeleted(run, remote.delete(run));
                } else {
                    list(remote.newest(wanted, limit), run -> run.paused() ? "paused" : run.state().wire());
                }
                return Exit.OK;
            }
        }
        try (var open = store.open(here)) {
            if (delete != null) {
                var run = StoreAccess.find(delete, open.database()).id();
                tellDeleted(run, new Pruning(open.database(), Instant.now()).delete(run, null));
            } else {
                list(new RunTable(open.database()).newest(null, wanted, false, 0, limit), run -> state(open, run));
            }
        }
        return Exit.OK;
    }

    private void tellDeleted(String run, long results) {
        here.out().println("run " + run + " is deleted, with " + results + (results == 1 ? " result" : " results"));
    }

    private void list(List<StoredRun> runs, Function<StoredRun, String> state) {
        if (runs.isEmpty()) {
            here.out().println(labels.isEmpty() ? "no runs yet; muster demo makes one"
                    : "no run has " + (labels.size() == 1 ? "the label " : "all the labels ")
                            + Printable.line(String.join(", ", labels)));
            return;
        }
        var style = here.style(ConsoleStyle.Detail.NORMAL);
        new RunList(style.live() ? style.width() : Integer.MAX_VALUE, Instant.now(), state).lines(runs)
                .forEach(here.out()::println);
    }

    /** A run whose coordinator is gone is not running, whatever its row says. */
    private static String state(StoreAccess.Open open, StoredRun run) {
        boolean abandoned = !run.state().over() && !Leadership.ledNow(open.database(), run.fleet());
        return abandoned ? "interrupted" : run.paused() ? "paused" : run.state().wire();
    }

    /** {@code muster runs --prune}: selects the stored runs to delete. */
    static final class PruneOptions {

        @Option(names = "--prune", required = true, description = "Delete old runs with all that is theirs; the history of cases stays.")
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
            if (!prune) {
                throw new BadInput("--older-than, --keep and --dry-run go with --prune");
            }
            var age = olderThan == null ? here.project(config).keeping().runs() : olderThan;
            if (age == null && keep == null) {
                throw new BadInput(
                        "--prune wants --older-than TIME, --keep N, or 'retention: {runs: TIME}' in muster.yaml");
            }
            if (keep != null && keep < 0) {
                throw new BadInput("--keep takes a whole number from 0 on");
            }
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

        private static String told(Pruning.Plan plan, Pruning.Freed freed, String gone, String free, String are) {
            return String.format(Locale.ROOT,
                    "%d runs with %d results %s; %d whole days and %d files %s %.1f MB%s; %d workers that left and %d "
                            + "records that were set aside %s forgotten",
                    freed.runs(), plan.results(), gone, freed.days(), freed.files(), free, freed.bytes() / 1e6,
                    freed.days() < plan.runs().stream().map(Pruning.Old::day).distinct().count()
                            ? ", and the room of other days is used again by PostgreSQL" : "",
                    freed.workers(), freed.setAside(), are);
        }
    }
}
