package dev.muster.deploy.command;

import module java.base;
import dev.muster.common.time.Durations;
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

/** {@code muster runs}: lists the runs in the database, newest first. */
@Command(name = "runs", mixinStandardHelpOptions = true, description = "List the runs that are stored, newest first.")
public final class RunsCommand implements Callable<Integer> {

    private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm")
            .withZone(ZoneId.systemDefault());

    @Option(names = "--limit", paramLabel = "N", defaultValue = "20", description = "How many (default: ${DEFAULT-VALUE}).")
    private int limit;

    @ArgGroup(exclusive = false)
    private @Nullable PruneOptions prune;

    @Mixin
    private StoreAccess store = new StoreAccess();

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws BadInput {
        if (prune != null) {
            return prune.carryOut(store, here);
        }
        try (var open = store.open(here)) {
            var runs = new RunTable(open.database()).newest(limit);
            var out = here.out();
            if (runs.isEmpty()) {
                out.println("no runs yet; muster demo makes one");
            } else {
                out.printf("%-22s %-16s %-11s %6s %6s %6s %6s %6s %8s  %s%n", "RUN", "STARTED", "STATE", "TOTAL",
                        "PASSED", "FAILED", "FLAKY", "ERRORS", "TIME", "AGENT");
                runs.forEach(run -> line(out, run, state(open, run)));
            }
        }
        return Exit.OK;
    }

    private static void line(PrintStream out, StoredRun run, String state) {
        var counts = run.counts();
        out.printf("%-22s %-16s %-11s %6d %6d %6d %6d %6d %8s  %s%n", run.id(), when(run.createdAt()), state,
                counts.total(),
                counts.passed(), counts.failed(), counts.flaky(), counts.errors(), time(run), run.agent());
    }

    /** A run whose coordinator is gone is not running, whatever its row says. */
    private static String state(StoreAccess.Open open, StoredRun run) {
        boolean abandoned = !run.state().over() && !Leadership.ledNow(open.database(), run.fleet());
        return abandoned ? "interrupted" : run.paused() ? "paused" : run.state().wire();
    }

    private static String when(@Nullable Instant instant) {
        return instant == null ? "-" : WHEN.format(instant);
    }

    private static String time(StoredRun run) {
        if (run.startedAt() == null || run.finishedAt() == null) {
            return "-";
        }
        var took = Duration.between(run.startedAt(), run.finishedAt());
        return Durations.text(took.compareTo(Duration.ofSeconds(10)) < 0 ? Duration.ofMillis(took.toMillis())
                : Duration.ofSeconds(took.toSeconds()));
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
