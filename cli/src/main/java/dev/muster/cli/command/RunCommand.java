package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.fleet.LocalFleet;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.BaselineFile;
import dev.muster.cli.session.CiLabels;
import dev.muster.cli.session.CiResults;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.CustomReport;
import dev.muster.cli.session.DryRun;
import dev.muster.cli.session.EarlierRunRerun;
import dev.muster.cli.session.EarlierRuns;
import dev.muster.cli.session.EndedRun;
import dev.muster.cli.session.EnvFile;
import dev.muster.cli.session.Exit;
import dev.muster.cli.session.FleetAccess;
import dev.muster.cli.session.FleetTarget;
import dev.muster.cli.session.LiveRun;
import dev.muster.cli.session.LocalTarget;
import dev.muster.cli.session.Notices;
import dev.muster.cli.session.RerunOptions;
import dev.muster.cli.session.RunSnapshots;
import dev.muster.cli.session.RunTarget;
import dev.muster.cli.session.Screen;
import dev.muster.cli.session.StoreAccess;
import dev.muster.cli.session.Watch;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.target.Environment;
import dev.muster.coordinator.analysis.news.TriesByCase;
import dev.muster.coordinator.client.GivenMessages;
import dev.muster.coordinator.client.RunExtras;
import dev.muster.coordinator.client.RunOptions;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.client.Suite.Helpers;
import dev.muster.coordinator.report.OutputFault;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.file.ResultFiles;
import dev.muster.coordinator.run.HelperAgents;
import dev.muster.coordinator.run.PastRuns;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.suite.project.ProjectReader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code muster run}: reads a suite, runs it here or on a fleet, and reports the results. */
@Command(name = "run", mixinStandardHelpOptions = true, sortOptions = false, description = "Run a suite against an "
        + "agent, on this machine or on a fleet.")
public final class RunCommand implements Callable<Integer> {

    @Mixin
    private InputOptions input = new InputOptions();

    @Option(names = {"-o",
        "--output"}, paramLabel = "FILE", description = "Result file; the extension selects the format: .jsonl, "
                + ".json, .xml (JUnit), .md, .html. Repeatable. With --dry-run: file for the cases.")
    private List<Path> outputs = new ArrayList<>();

    @Mixin
    private DetailOptions detail = new DetailOptions();

    @Mixin
    private PaceOptions pace = new PaceOptions();

    @Option(names = {"-r",
        "--reporter"}, paramLabel = "agents:ID", description = "Agent that writes a report of the results: to -o "
                + "files that end in .md, .html or .txt, else to the console.")
    private @Nullable String reporter;

    @Option(names = "--watch", description = "Keep running: after each change of a file, run the cases that changed, "
            + "then those that still fail. Stop with Ctrl-C.")
    private boolean watch;

    @Option(names = "--dry-run", description = "Read, check and generate the suite without calling an agent under "
            + "test.")
    private boolean dryRun;

    @Option(names = "--keep-going", description = "Run the valid cases of a suite with faults; exits 2 at the end.")
    private boolean keepGoing;

    @Option(names = "--config", paramLabel = "FILE", description = "Project configuration (default: muster.yaml in "
            + "this folder or a parent).")
    private @Nullable Path config;

    @Option(names = "--env-file", paramLabel = "FILE", description = "File of NAME=value lines to add to the "
            + "environment of a local run.")
    private @Nullable Path envFile;

    @Option(names = "--coordinator", paramLabel = "URL[,URL…]|up", description = "Send the suite to a fleet's "
            + "coordinator (token: $MUSTER_TOKEN). Name its standbys, too: the leader is used.")
    private @Nullable Coordinators coordinators;

    @Mixin
    private StoreAccess store = new StoreAccess();

    @Option(names = "--baseline", paramLabel = "RUN|FILE", description = "The baseline that results are compared "
            + "with: a run, or a .json or .jsonl result file (default: the newest whole run of the same inputs and "
            + "branch).")
    private @Nullable String baseline;

    @Option(names = "--update-snapshots", description = "Record the replies that snapshots are compared with, and "
            + "delete those that no case uses.")
    private boolean updateSnapshots;

    @Option(names = "--open", description = "Then show the run in a browser; stop with Ctrl-C.")
    private boolean open;

    private final Screen screen = new Screen();
    private @Nullable TriesByCase past;
    private String newest = "last";

    @Mixin
    private PickOptions pick = new PickOptions();

    @Mixin
    private ConversingOptions conversing = new ConversingOptions();

    @Mixin
    private MatrixOptions matrix = new MatrixOptions();

    @Mixin
    private StrictOption strict = new StrictOption();

    @Mixin
    private JsonFormOption jsonForm = new JsonFormOption();

    @Mixin
    private RerunOptions again = new RerunOptions();

    @Mixin
    private TrustOptions trust = new TrustOptions();

    @Mixin
    private LimitOptions limits = new LimitOptions();

    @Mixin
    private AboutOptions naming = new AboutOptions();

    @Mixin
    private CommandContext here = new CommandContext();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException, InterruptedException, BadInput, OutputFault, RefusedRun {
        check();
        store.use(here);
        var environment = EnvFile.environment(here.environment(), envFile).with(trust.hosts());
        var earlier = again.selection();
        int code = earlier.isPresent() ? rerun(earlier.get(), environment) : run(environment);
        if (open && !dryRun && (code == Exit.OK || code == Exit.FAILED)) {
            here.also(Map.of(), Stream.concat(Stream.of("view", newest), target(environment).options().stream())
                    .toArray(String[]::new));
        }
        return code;
    }

    private RunTarget target(Environment environment) throws BadInput {
        return coordinators == null ? new LocalTarget(here, environment)
                : new FleetTarget(here, environment, coordinators, FleetKeys.of(here, coordinators));
    }

    private int rerun(RerunOptions.Selection earlier, Environment environment)
            throws IOException, InterruptedException, BadInput, OutputFault, RefusedRun {
        try (var scripts = here.scripts();
                var files = ResultFiles.open(outputs, jsonForm.of(outputs));
                var all = CiResults.and(files, here)) {
            return new EarlierRunRerun(earlier, target(environment), here, trust.commands(here),
                    here.style(detail.detail()),
                    screen)
                    .carryOut(all, scripts);
        }
    }

    private int run(Environment environment)
            throws IOException, InterruptedException, BadInput, OutputFault, RefusedRun {
        var options = options();
        past = BaselineFile.read(options.about(), here.workingFolder());
        var target = target(environment);
        var commands = trust.commands(here);
        try (var scripts = here.scripts();
                var fleet = dryRun ? null : target.begin(LocalFleet.newName(), pace.parallel(true),
                        LocalFleet.means(commands, here.people(screen), scripts));
                var helpers = target.helpers(commands, scripts,
                        () -> new ProjectReader(here.workingFolder()).beside(options.inputs()).read(options.config())
                                .config())) {
            var generating = new Helpers(helpers.agents(), environment.commands(), commands, scripts,
                    new EarlierRuns(fleet, target));
            var rounds = new Watch.Rounds() {

                @Override
                public Suite read() throws IOException {
                    return Suite.generate(options, here.workingFolder(), !dryRun, generating);
                }

                @Override
                public boolean check(Suite suite, Consumer<String> out) throws IOException, BadInput {
                    return isRunnable(suite, generating.past(), out)
                            && (suite.cases() > 0 || isProven(options, generating, out));
                }

                @Override
                public int run(Suite suite, Consumer<List<StoredCase>> results)
                        throws IOException, InterruptedException, BadInput, OutputFault, RefusedRun {
                    if (suite.cases() == 0) {
                        // nothing failed before, or the shard is empty
                        return strict.faults(suite, _ -> {}).isEmpty() ? Exit.OK : Exit.BAD_INPUT;
                    }
                    if (fleet == null) {
                        return new DryRun(suite, outputs, here).tell();
                    }
                    limits.check(suite.connectors());
                    target.warn(suite.needs());
                    return carryOut(suite, fleet, helpers.agents(),
                            Notices.of(suite.notices(), environment, here), results);
                }
            };
            if (watch) {
                return new Watch(here, rounds).carryOut(files().watched(options), files().ignored());
            }
            try (var suite = rounds.read()) {
                return rounds.check(suite, here.err()::println) ? rounds.run(suite, _ -> {}) : Exit.BAD_INPUT;
            }
        }
    }

    /** Reports what is wrong with a suite. */
    private boolean isRunnable(Suite suite, PastRuns past, Consumer<String> out) throws IOException, BadInput {
        var faults = strict.faults(suite, out);
        faults.forEach(fault -> out.accept(Printable.line(fault.toString())));
        if (!faults.isEmpty() && !keepGoing) {
            return false;
        }
        suite.passedOver(detail.isVerbose()).ifPresent(line -> out.accept("muster: " + Printable.line(line)));
        if (suite.cases() == 0) {
            var failed = suite.failedBefore(past);
            out.accept("muster: " + Printable.line(failed.rightly().orElseThrow(() -> new BadInput(suite
                    .nothingSelected(failed).orElse("nothing to run in " + String.join(", ", input.all())))))
                    + "; so there is nothing to run");
        }
        return true;
    }

    /** Reports cases without a verdict since they changed: that nothing failed says nothing about them. */
    private boolean isProven(RunOptions options, Helpers helpers, Consumer<String> out) throws IOException, BadInput {
        try (var unproven = Suite.generate(options.ofUnproven(), here.workingFolder(), !dryRun, helpers)) {
            unproven.faults().forEach(fault -> out.accept(Printable.line(fault.toString())));
            int cases = unproven.cases();
            BadInput.throwIf(cases > 0, cases + (cases == 1 ? " case is" : " cases are")
                    + " new or changed since the last verdict, so --failed does not select "
                    + (cases == 1 ? "it" : "them") + "; run them with -k is:changed");
            return unproven.faults().isEmpty();
        }
    }

    private int carryOut(Suite suite, FleetAccess fleet, HelperAgents agents, Notices notices,
            Consumer<List<StoredCase>> results)
            throws IOException, InterruptedException, BadInput, OutputFault, RefusedRun {
        var snapshots = new RunSnapshots(suite, here);
        snapshots.check();
        snapshots.tellStale();
        var report = reporter == null ? null : CustomReport.open(reporter, outputs, agents, here);
        var ended = follow(suite, fleet, report, results.andThen(snapshots::record));
        if (report != null) {
            report.write(ended, suite);
        }
        newest = ended.run();
        snapshots.end(ended.code());
        notices.tell(ended, suite.agentsShown());
        boolean isSound = strict.faults(suite, _ -> {}).isEmpty() || ended.code() > Exit.BAD_INPUT;
        return isSound ? ended.code() : Exit.BAD_INPUT;
    }

    private EndedRun follow(Suite suite, FleetAccess fleet, @Nullable CustomReport report,
            Consumer<List<StoredCase>> results)
            throws IOException, InterruptedException, BadInput, OutputFault, RefusedRun {
        fleet.check(suite.needs());
        var resultFiles = report == null ? outputs
                : outputs.stream().filter(output -> !CustomReport.takes(output)).toList();
        var also = report == null ? results : results.andThen(report::results);
        try (var files = ResultFiles.open(resultFiles, jsonForm.of(outputs));
                var all = CiResults.and(files, here)) {
            return new LiveRun(fleet, all, here.style(detail.detail()), here, screen, also).against(past)
                    .carryOut(suite);
        }
    }

    private RunFiles files() {
        return new RunFiles(input.inputs(), outputs, here);
    }

    private void check() throws BadInput, IOException {
        var given = spec.commandLine().getParseResult();
        RerunOptions.check(given.matchedOptions());
        limits.check();
        matrix.check();
        jsonForm.of(outputs);
        files().checkOutputs();
        BadInput.throwIf(input.all().isEmpty() && again.selection().isEmpty(),
                "name what to run with -i: a suite file, a folder or a glob; or send a message with --say, or continue "
                        + "an earlier run with --resume");
        if (watch) {
            files().checkWatched(dryRun);
        }
        detail.check();
        pace.check(given);
        if (coordinators != null) {
            checkForFleet(given);
        }
    }

    /** Refuses options that are for runs in this process. */
    private void checkForFleet(ParseResult given) throws BadInput {
        BadInput.throwIf(given.hasMatchedOption("--sandbox-commands") || given.hasMatchedOption("--sandbox-network"),
                "--sandbox-commands is for hooks and programs on this machine; with --coordinator each worker has its"
                        + " own setting");
        if (given.hasMatchedOption("--no-commands") || given.hasMatchedOption("--allow-hosts")) {
            here.err().println(
                    "warning: --no-commands and --allow-hosts apply to this machine only, for example when it "
                            + "generates cases; the fleet's workers use their own options");
        }
        BadInput.throwIf(envFile != null, "--env-file sets the environment of this process; "
                + "with --coordinator the workers resolve ${ENV.…} in theirs");
        BadInput.throwIf(given.hasMatchedOption("--database"),
                "--database is for a run on this machine; with --coordinator the fleet's database has it");
        BadInput.throwIf(conversing.isInteractive(), "--interactive asks at this terminal, "
                + "and with --coordinator the cases run elsewhere; leave it out, or name a simulator with --simulator");
    }

    private RunOptions options() throws IOException, BadInput, RefusedRun {
        boolean local = coordinators == null;
        boolean inCi = CiLabels.isCi(here.environment());
        var conversation = conversing.conversing(local && here.hasPerson());
        return new RunOptions(input.inputs(), pick.picking(), matrix.across(), config,
                pace.of(local, inCi), conversation,
                new RunExtras(reporter, updateSnapshots, input.standardInput(conversation, here),
                        coordinators == null || here.home().isFleetOf(coordinators),
                        new GivenMessages(input.messages(), inCi)),
                limits.within(strict),
                naming.about(here.environment()).against(baseline), here.mine());
    }
}
