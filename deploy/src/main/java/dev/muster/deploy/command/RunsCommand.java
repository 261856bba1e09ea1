package dev.muster.deploy.command;

import module java.base;
import dev.muster.common.time.Durations;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Leadership;
import dev.muster.coordinator.store.RunTable;
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
    public Integer call() throws Exit.BadInput {
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
}
