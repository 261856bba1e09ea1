package dev.muster.deploy.session;

import module java.base;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.common.target.Environment;
import dev.muster.coordinator.report.console.ConsoleStyle;
import dev.muster.coordinator.report.file.ResultFiles;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Leadership;
import dev.muster.deploy.fleet.LocalDatabase;
import dev.muster.deploy.session.Exit.BadInput;
import org.jspecify.annotations.Nullable;

/**
 * Runs stored cases of an earlier run again, where it ran: on the fleet at an address, or in this process.
 *
 * @param coordinators null for a run in this process
 */
public record AgainRun(AgainOptions.Wanted wanted, @Nullable Coordinators coordinators, CommandContext here,
        Map<String, String> environment, ConsoleStyle style, Screen screen) {

    private static final int CONNECTIONS = 2;

    public int carryOut(ResultFiles files, ScriptHost scripts)
            throws IOException, InterruptedException, BadInput, RefusedRun {
        return coordinators == null ? here(files, scripts)
                : run(files, wanted.run(), new FleetAccess.Wanted(coordinators, "", 0, here, guarded(),
                        here.people(screen), scripts));
    }

    private Environment guarded() {
        return EnvFile.guarded(here.environment(), environment);
    }

    /** The database stays open until the fleet in this process uses it, too. */
    private int here(ResultFiles files, ScriptHost scripts)
            throws IOException, InterruptedException, BadInput, RefusedRun {
        try (var local = LocalDatabase.open(here.home(), CONNECTIONS)) {
            var run = StoreAccess.find(wanted.run(), local.database());
            refuseForeign(run, local);
            FleetAccess.check(run.settings().needs(), environment.keySet());
            return run(files, run.id(),
                    new FleetAccess.Wanted(null, run.fleet(), Math.max(1, run.settings().pacing().parallel()),
                            here, guarded(), here.people(screen), scripts));
        }
    }

    private int run(ResultFiles files, String run, FleetAccess.Wanted access)
            throws IOException, InterruptedException, BadInput, RefusedRun {
        try (var fleet = FleetAccess.begin(access)) {
            return new LiveRun(fleet, files, style, here, screen, batch -> {}).carryOut(
                    each -> each.runs().again(run, wanted.what())).code();
        }
    }

    private static void refuseForeign(StoredRun run, LocalDatabase local) throws BadInput {
        if (!run.isLocal()) {
            throw new BadInput("run " + run.id() + " is of fleet '" + run.fleet()
                    + "': say where its coordinator is with --coordinator URL");
        }
        if (Leadership.ledNow(local.database(), run.fleet())) {
            throw new BadInput("run " + run.id() + " is going on in another process");
        }
    }
}
