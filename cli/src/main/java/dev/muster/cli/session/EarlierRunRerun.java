package dev.muster.cli.session;

import module java.base;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.cli.fleet.LocalFleet;
import dev.muster.cli.fleet.WorkerResources;
import dev.muster.common.process.Commands;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.coordinator.report.console.ConsoleStyle;
import dev.muster.coordinator.report.file.ResultFiles;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Leadership;
import org.jspecify.annotations.Nullable;

/**
 * Runs stored cases of an earlier run again, where it ran: on the fleet at an address, or in this process.
 *
 * @param commands null where no programs run
 */
public record EarlierRunRerun(RerunOptions.Selection selection, RunTarget target, CommandContext here,
        @Nullable Commands commands, ConsoleStyle style, Screen screen) {

    private static final int CONNECTIONS = 2;

    public int carryOut(ResultFiles files, ScriptHost scripts)
            throws IOException, InterruptedException, BadInput, RefusedRun {
        var means = LocalFleet.means(commands, here.people(screen), scripts);
        return switch (target) {
            case LocalTarget local -> here(local, files, means);
            case FleetTarget elsewhere -> {
                try (var fleet = elsewhere.begin("", 0, means)) {
                    yield run(fleet, new ProjectOptions().findToChange(selection.run(), fleet.runs(), here).id(),
                            files);
                }
            }
        };
    }

    /** The database stays open until the fleet in this process uses it, too. */
    private int here(LocalTarget target, ResultFiles files, WorkerResources means)
            throws IOException, InterruptedException, BadInput, RefusedRun {
        try (var local = LocalDatabase.open(here.home(), CONNECTIONS)) {
            var scope = new ProjectOptions().in(local.database(), here);
            var run = new StoredHistory(local.database(), scope, () -> {}).find(selection.run());
            refuseForeign(run, local);
            LocalAccess.check(run.settings().needs(), target.environment().names(), commands != null);
            try (var fleet = target.begin(run.fleet(), Math.max(1, run.settings().pacing().parallel()), means)) {
                return run(fleet, run.id(), files);
            }
        }
    }

    private int run(FleetAccess fleet, String run, ResultFiles files)
            throws IOException, InterruptedException, RefusedRun {
        return new LiveRun(fleet, files, style, here, screen, batch -> {}).carryOut(
                each -> each.runs().rerun(run, selection.what())).code();
    }

    private static void refuseForeign(StoredRun run, LocalDatabase local) throws BadInput {
        BadInput.throwIf(!run.isLocal(), "run " + run.id() + " is of fleet '" + run.fleet()
                + "': name its coordinator with --coordinator URL");
        if (Leadership.ledNow(local.database(), run.fleet())) {
            throw new BadInput("run " + run.id() + " is running in another process; muster report " + run.id()
                    + " shows its results so far");
        }
    }
}
