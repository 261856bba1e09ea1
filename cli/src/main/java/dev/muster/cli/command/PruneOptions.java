package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.Exit;
import dev.muster.cli.session.StoreAccess;
import dev.muster.coordinator.store.PrunableRun;
import dev.muster.coordinator.store.PrunePlan;
import dev.muster.coordinator.store.PrunedAmounts;
import dev.muster.coordinator.store.Pruning;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code muster runs --prune}: selects the stored runs to delete. */
final class PruneOptions {

    @Option(names = "--prune", description = "Delete old runs and all their data; the history of cases stays.")
    boolean prune;

    @Option(names = "--older-than", paramLabel = "TIME", description = "Delete runs that began longer ago than this, "
            + "such as 30d (default: retention.runs of the configuration).")
    private @Nullable Duration olderThan;

    @Option(names = "--keep", paramLabel = "N", description = "Keep the newest N; without --older-than and a "
            + "retention, all others are deleted.")
    private @Nullable Integer keep;

    @Option(names = "--dry-run", description = "Only print what would be deleted.")
    private boolean dryRun;

    @Option(names = "--config", paramLabel = "FILE", description = "The configuration with the retention (default: "
            + "muster.yaml in this folder or a parent).")
    private @Nullable Path config;

    int carryOut(StoreAccess store, CommandContext here) throws BadInput {
        BadInput.throwIf(!prune, "--older-than, --keep, --dry-run and --config go with --prune");
        var age = olderThan == null ? here.project(config).keeping().runs() : olderThan;
        if (age == null && keep == null) {
            throw new BadInput(
                    "--prune needs --older-than TIME, --keep N, or 'retention: {runs: TIME}' in muster.yaml");
        }
        BadInput.throwIf(keep != null && keep < 0, "--keep takes a whole number of 0 or more");
        var now = Instant.now();
        try (var open = store.open(here)) {
            var pruning = new Pruning(open.database(), now);
            var plan = pruning.plan(age == null ? null : now.minus(age), keep == null ? 0 : keep);
            plan.kept().forEach(sentence -> here.out().println("kept: " + sentence));
            plan.runs().forEach(run -> here.out().println((dryRun ? "would go: " : "gone: ") + run.run() + " of "
                    + run.day() + ", " + run.results() + " results"));
            here.out().println(dryRun ? summary(plan, pruning.tryOut(plan), "would go", "would free", "would be")
                    : summary(plan, pruning.carryOut(plan), "are gone", "freed", "are"));
            return Exit.OK;
        } catch (IOException e) {
            throw new UncheckedIOException("the files of runs could not be read", e);
        }
    }

    private static String summary(PrunePlan plan, PrunedAmounts freed, String gone, String free, String are) {
        return String.format(Locale.ROOT,
                "%d runs with %d results %s; %d whole days and %d files %s %.1f MB%s; %d workers that left and %d "
                        + "records that were set aside %s forgotten",
                freed.runs(), plan.results(), gone, freed.days(), freed.files(), free, freed.bytes() / 1e6,
                freed.days() < plan.runs().stream().map(PrunableRun::day).distinct().count()
                        ? ", and PostgreSQL reuses the space of other days" : "",
                freed.workers(), freed.setAside(), are);
    }
}
