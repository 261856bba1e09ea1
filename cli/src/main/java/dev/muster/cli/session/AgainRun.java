package dev.muster.cli.session;

import module java.base;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.cli.fleet.LocalFleet;
import dev.muster.cli.fleet.WorkerParts;
import dev.muster.common.access.Credentials;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.process.Commands;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.common.target.Environment;
import dev.muster.coordinator.report.console.ConsoleStyle;
import dev.muster.coordinator.report.file.ResultFiles;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.RerunRequest;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.Leadership;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/**
 * Runs stored cases of an earlier run again, where it ran: on the fleet at an address, or in this process.
 *
 * @param coordinators null for a run in this process
 * @param commands null where no programs run
 */
public record AgainRun(Options.Wanted wanted, @Nullable Coordinators coordinators, Credentials credentials,
        CommandContext here, Environment environment, @Nullable Commands commands, ConsoleStyle style, Screen screen) {

    private static final int CONNECTIONS = 2;

    public int carryOut(ResultFiles files, ScriptHost scripts)
            throws IOException, InterruptedException, BadInput, RefusedRun {
        return coordinators == null ? here(files, scripts)
                : run(files, wanted.run(), new FleetAccess.Wanted(coordinators, credentials, "", 0, here, environment,
                        means(scripts)));
    }

    private WorkerParts.Means means(ScriptHost scripts) {
        return LocalFleet.means(commands, here.people(screen), scripts);
    }

    /** The database stays open until the fleet in this process uses it, too. */
    private int here(ResultFiles files, ScriptHost scripts)
            throws IOException, InterruptedException, BadInput, RefusedRun {
        try (var local = LocalDatabase.open(here.home(), CONNECTIONS)) {
            var run = StoreAccess.find(wanted.run(), local.database(),
                    new ProjectOptions().in(local.database(), here));
            refuseForeign(run, local);
            FleetAccess.check(run.settings().needs(), environment.names(), commands != null);
            return run(files, run.id(),
                    new FleetAccess.Wanted(null, credentials, run.fleet(),
                            Math.max(1, run.settings().pacing().parallel()), here, environment, means(scripts)));
        }
    }

    private int run(ResultFiles files, String run, FleetAccess.Wanted access)
            throws IOException, InterruptedException, BadInput, RefusedRun {
        try (var fleet = FleetAccess.begin(access)) {
            var id = fleet.remote() == null ? run : new ProjectOptions().findToChange(run, fleet.remote(), here).id();
            return new LiveRun(fleet, files, style, here, screen, batch -> {}).carryOut(
                    each -> each.runs().again(id, wanted.what())).code();
        }
    }

    private static void refuseForeign(StoredRun run, LocalDatabase local) throws BadInput {
        if (!run.isLocal()) {
            throw new BadInput("run " + run.id() + " is of fleet '" + run.fleet()
                    + "': say where its coordinator is with --coordinator URL");
        }
        if (Leadership.ledNow(local.database(), run.fleet())) {
            throw new BadInput("run " + run.id() + " is going on in another process; muster report " + run.id()
                    + " shows what it has by now");
        }
    }

    /** The options that select an earlier run, and cases of it. */
    public static final class Options {

        /** The options allowed besides these: other settings come from the stored run. */
        private static final Set<String> BESIDE = Set.of("--output", "--format", "--verbose", "--quiet",
                "--coordinator", "--database", "--env-file", "--no-color", "--resume", "--retry-errors",
                "--rerun-failed",
                "--no-fail-fast", "--no-commands", "--sandbox-commands", "--sandbox-network", "--allow-hosts");

        @Option(names = "--resume", paramLabel = "RUN", description = "Go on with a run that was interrupted or stopped: what has no result yet. Needs no -i.")
        private @Nullable String resume;

        @Option(names = "--retry-errors", paramLabel = "RUN", description = "A new run of the cases that ended in an error. Needs no -i.")
        private @Nullable String retryErrors;

        @Option(names = "--rerun-failed", paramLabel = "RUN", description = "A new run of the cases that failed. Needs no -i.")
        private @Nullable String rerunFailed;

        @Option(names = "--no-fail-fast", description = "With --resume: a case that does not pass stops the run no more.")
        private boolean noFailFast;

        /** Which cases to run again, and of which run, as the user names it. */
        public record Wanted(String run, RerunRequest what) {}

        public Optional<Wanted> wanted() {
            if (resume != null) {
                return Optional.of(new Wanted(resume, noFailFast ? RerunRequest.REST_TO_THE_END : RerunRequest.REST));
            }
            if (retryErrors != null) {
                return Optional.of(new Wanted(retryErrors, RerunRequest.ERRORS));
            }
            return Optional.ofNullable(rerunFailed).map(run -> new Wanted(run, RerunRequest.FAILED));
        }

        /** @param given all options of the command line */
        public static void check(Collection<OptionSpec> given) throws BadInput {
            var names = given.stream().map(OptionSpec::longestName).toList();
            var ways = names.stream().filter(Set.of("--resume", "--retry-errors", "--rerun-failed")::contains).toList();
            if (ways.size() > 1) {
                throw new BadInput(String.join(" and ", ways) + " are different runs: give one of them");
            }
            if (names.contains("--no-fail-fast") && !names.contains("--resume")) {
                throw new BadInput("--no-fail-fast goes with --resume; a new run goes on after a failure unless "
                        + "--fail-fast says otherwise");
            }
            var others = names.stream().filter(name -> !BESIDE.contains(name)).toList();
            if (!ways.isEmpty() && !others.isEmpty()) {
                throw new BadInput(String.join(", ", others) + " can't be given with " + ways.getFirst()
                        + ": cases and settings are those of the earlier run");
            }
        }
    }
}
