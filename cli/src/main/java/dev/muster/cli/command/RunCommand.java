package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.fleet.LocalFleet;
import dev.muster.cli.session.AgainRun;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CiLabels;
import dev.muster.cli.session.CiLabels.CiResults;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.CustomReport;
import dev.muster.cli.session.DryRun;
import dev.muster.cli.session.EarlierRuns;
import dev.muster.cli.session.EnvFile;
import dev.muster.cli.session.Exit;
import dev.muster.cli.session.FleetAccess;
import dev.muster.cli.session.HelperAccess;
import dev.muster.cli.session.LiveRun;
import dev.muster.cli.session.Notices;
import dev.muster.cli.session.RunSnapshots;
import dev.muster.cli.session.Screen;
import dev.muster.cli.session.StoreAccess;
import dev.muster.cli.session.StoredReport.BaselineFile;
import dev.muster.cli.session.Watch;
import dev.muster.common.access.Credentials;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.process.Commands;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.common.target.Environment;
import dev.muster.coordinator.analysis.news.TriesByCase;
import dev.muster.coordinator.client.ConversationOptions;
import dev.muster.coordinator.client.GivenMessages;
import dev.muster.coordinator.client.RunExtras;
import dev.muster.coordinator.client.RunOptions;
import dev.muster.coordinator.client.RunPace;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.report.OutputFault;
import dev.muster.coordinator.report.Printable;
import dev.muster.coordinator.report.console.ConsoleStyle;
import dev.muster.coordinator.report.file.ResultFiles;
import dev.muster.coordinator.run.HelperAgents;
import dev.muster.coordinator.run.PastRuns;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.suite.input.DialectMarks;
import dev.muster.coordinator.suite.input.SuiteFile;
import dev.muster.coordinator.suite.project.ProjectReader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code muster run}: reads a suite, runs it here or on a fleet, and reports the results. */
@Command(name = "run", mixinStandardHelpOptions = true, sortOptions = false, description = "Run a suite against an agent, on this machine or on a fleet.")
public final class RunCommand implements Callable<Integer> {

    private static final int LOCAL_PARALLEL = 16;

    @Option(names = {"-i",
        "--input"}, paramLabel = "INPUT", description = "A suite file, a folder, a glob, agents:ID?name=value or scripts:ID?name=value that generates cases, a message, or - for a suite on standard input (with --interactive: a conversation that you open). A word that looks like a file that is not there is refused; with CI set, any single word. Repeatable.")
    private List<String> inputs = new ArrayList<>();

    @Option(names = "--say", paramLabel = "TEXT", description = "A message to the agent, whatever it looks like. It checks nothing, so --strict refuses it. Repeatable.")
    private List<String> messages = new ArrayList<>();

    @Option(names = {"-o",
        "--output"}, paramLabel = "FILE", description = "Result file; its ending picks the form: .jsonl, .json, .xml (JUnit), .md, .html. Repeatable. With --dry-run: where the cases go.")
    private List<Path> outputs = new ArrayList<>();

    @Option(names = {"-v", "--verbose"}, description = "Every reply, tool call and assertion.")
    private boolean verbose;

    @Option(names = "--timeout", paramLabel = "DURATION", description = "Limit of a case that names none (default: 5m).")
    private @Nullable Duration timeout;

    @Option(names = "--parallel", paramLabel = "N", description = "Cases in flight at once (default: 16; on a fleet, its free slots).")
    private int parallel;

    @Option(names = "--fail-fast", description = "Stop at the first case that does not pass.")
    private boolean failFast;

    @Option(names = {"-r",
        "--reporter"}, paramLabel = "agents:ID", description = "An agent that writes a report of the results: into -o files that end in .md, .html or .txt, else onto the console.")
    private @Nullable String reporter;

    @Option(names = "--watch", description = "Stay, and after each change of a file run the cases that changed, then those that still fail; Ctrl-C ends it.")
    private boolean watch;

    @Option(names = "--dry-run", description = "Read, check and generate the suite, call no agent under test.")
    private boolean dryRun;

    @Option(names = "--keep-going", description = "Run the sound cases of a suite with faults; exits 2 at the end.")
    private boolean keepGoing;

    @Option(names = "--retries", paramLabel = "N", defaultValue = "2", description = "Tries more for a case whose agent could not be reached (default: ${DEFAULT-VALUE}).")
    private int retries;

    @Option(names = "--config", paramLabel = "FILE", description = "Project configuration (default: muster.yaml, looked for upwards).")
    private @Nullable Path config;

    @Option(names = "--env-file", paramLabel = "FILE", description = "NAME=value lines that join the environment of a local run.")
    private @Nullable Path envFile;

    @Option(names = "--coordinator", paramLabel = "URL[,URL…]|up", description = "Send the suite to a fleet's coordinator (token: $MUSTER_TOKEN). Name those that stand by, too: the one that leads is asked.")
    private @Nullable Coordinators coordinators;

    @Mixin
    private StoreAccess store = new StoreAccess();

    @Option(names = "--baseline", paramLabel = "RUN|FILE", description = "What newly failing cases are held against: a run, or a .json or .jsonl result file (default: the newest whole run of the same inputs and branch).")
    private @Nullable String baseline;

    @Option(names = "--update-snapshots", description = "Record the replies that snapshots are compared with, and delete those that no case uses.")
    private boolean updateSnapshots;

    @Option(names = "--open", description = "Then show the run in a browser, until Ctrl-C.")
    private boolean open;

    @Option(names = "--quiet", description = "Only what did not pass.")
    private boolean quiet;

    private final Screen screen = new Screen();
    private @Nullable TriesByCase past;
    private String newest = "last";

    @Mixin
    private OptionGroups.PickOptions pick = new OptionGroups.PickOptions();

    @Mixin
    private OptionGroups.ConversingOptions conversing = new OptionGroups.ConversingOptions();

    @Mixin
    private OptionGroups.MatrixOptions matrix = new OptionGroups.MatrixOptions();

    @Mixin
    private OptionGroups.StrictOption strict = new OptionGroups.StrictOption();

    @Mixin
    private OptionGroups.JsonForm jsonForm = new OptionGroups.JsonForm();

    @Mixin
    private AgainRun.Options again = new AgainRun.Options();

    @Mixin
    private TrustOptions trust = new TrustOptions();

    @Mixin
    private OptionGroups.LimitOptions limits = new OptionGroups.LimitOptions();

    @Mixin
    private OptionGroups.AboutOptions naming = new OptionGroups.AboutOptions();

    @Mixin
    private CommandContext here = new CommandContext();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException, InterruptedException, BadInput, OutputFault, RefusedRun {
        check();
        store.use(here);
        var environment = EnvFile.guarded(here.environment(), EnvFile.join(here.environment(), envFile))
                .with(trust.hosts());
        var earlier = again.wanted();
        int code = earlier.isPresent() ? again(earlier.get(), environment) : run(environment);
        if (open && !dryRun && (code == Exit.OK || code == Exit.FAILED)) {
            here.also(Map.of(), Stream.concat(Stream.of("view", newest), coordinators == null ? Stream.empty()
                    : Stream.of("--coordinator", coordinators.toString())).toArray(String[]::new));
        }
        return code;
    }

    private int again(AgainRun.Options.Wanted earlier, Environment environment)
            throws IOException, InterruptedException, BadInput, OutputFault, RefusedRun {
        try (var scripts = here.scripts();
                var files = ResultFiles.open(outputs, jsonForm.of(outputs));
                var all = CiResults.and(files, here)) {
            return new AgainRun(earlier, coordinators, FleetKeys.of(here, coordinators), here, environment,
                    trust.commands(here), here.style(detail()), screen)
                    .carryOut(all, scripts);
        }
    }

    private int run(Environment environment)
            throws IOException, InterruptedException, BadInput, OutputFault, RefusedRun {
        var wanted = wanted();
        past = BaselineFile.read(wanted.about(), here.workingFolder());
        var credentials = FleetKeys.of(here, coordinators);
        var commands = trust.commands(here);
        try (var scripts = here.scripts();
                var fleet = dryRun ? null : FleetAccess.begin(access(credentials, environment, commands, scripts));
                var helpers = HelperAccess.open(coordinators, credentials, environment, commands, scripts,
                        () -> new ProjectReader(here.workingFolder()).beside(wanted.inputs()).read(wanted.config())
                                .config())) {
            var past = new EarlierRuns(fleet, coordinators, credentials, here);
            var rounds = new Watch.Rounds() {
                @Override
                public Suite read() throws IOException {
                    return Suite.generate(wanted, here.workingFolder(), !dryRun,
                            helpers.helpers(past));
                }

                @Override
                public boolean tell(Suite suite, Consumer<String> told) throws IOException, BadInput {
                    return isToBeRun(suite, past, told);
                }

                @Override
                public int run(Suite suite, Consumer<List<StoredCase>> heard)
                        throws IOException, InterruptedException, BadInput, OutputFault, RefusedRun {
                    if (suite.cases() == 0) {
                        // nothing failed before
                        return strict.faults(suite, _ -> {}).isEmpty() ? Exit.OK : Exit.BAD_INPUT;
                    }
                    if (fleet == null) {
                        return new DryRun(suite, outputs, here).tell();
                    }
                    return RunCommand.this.run(suite, fleet, helpers.agents(), environment, heard);
                }
            };
            if (watch) {
                return new Watch(here, rounds).carryOut(watched(wanted), ignored());
            }
            try (var suite = rounds.read()) {
                return rounds.tell(suite, here.err()::println) ? rounds.run(suite, _ -> {}) : Exit.BAD_INPUT;
            }
        }
    }

    /** Tells what is wrong with a suite. */
    private boolean isToBeRun(Suite suite, PastRuns past, Consumer<String> told) throws IOException, BadInput {
        var faults = strict.faults(suite, told);
        faults.forEach(fault -> told.accept(Printable.line(fault.toString())));
        if (!faults.isEmpty() && !keepGoing) {
            return false;
        }
        suite.passedOver(verbose).ifPresent(line -> told.accept("muster: " + Printable.line(line)));
        if (suite.cases() == 0) {
            var failed = suite.failedBefore(past);
            var clean = failed.clean().orElseThrow(() -> new BadInput(suite.nothingSelected(failed)
                    .orElse("nothing to run in " + String.join(", ", Stream.concat(inputs.stream(),
                            messages.stream()).toList()))));
            told.accept("muster: nothing failed in " + clean.id() + ", the newest whole run of these inputs; so there "
                    + "is nothing to run");
        }
        return true;
    }

    private int run(Suite suite, FleetAccess fleet, HelperAgents agents, Environment environment,
            Consumer<List<StoredCase>> heard)
            throws IOException, InterruptedException, BadInput, OutputFault, RefusedRun {
        limits.check(suite.connectors());
        if (coordinators == null) {
            environment.shortSecrets(suite.needs().env())
                    .ifPresent(warning -> here.err().println("warning: " + warning));
        }
        var snapshots = new RunSnapshots(suite, here);
        snapshots.check();
        snapshots.tellStale();
        var also = heard.andThen(snapshots::record);
        var notices = Notices.of(suite.notices(), environment, here);
        var ended = reporter == null ? run(suite, fleet, outputs, also)
                : reported(suite, fleet, also, CustomReport.open(reporter, outputs, agents, here));
        int code = ended.code();
        newest = ended.run();
        snapshots.end(code);
        notices.tell(ended, suite.agentsShown());
        return strict.faults(suite, _ -> {}).isEmpty() || code > Exit.BAD_INPUT ? code : Exit.BAD_INPUT;
    }

    /** Returns the folders whose files matter: the project's, and those of inputs elsewhere. */
    private List<Path> watched(RunOptions wanted) {
        var root = new ProjectReader(here.workingFolder(), here.mine()).beside(wanted.inputs()).read(wanted.config())
                .config().root();
        var inputFolders = inputs.stream().filter(input -> input.indexOf(':') < 0)
                .map(input -> here.workingFolder().resolve(input.replaceFirst("[*#].*", "")))
                .map(path -> Files.isDirectory(path) ? path : path.getParent()).filter(Files::isDirectory);
        return Stream.concat(Stream.of(root), inputFolders).map(path -> path.toAbsolutePath().normalize()).distinct()
                .toList();
    }

    private Set<Path> ignored() {
        return Stream.concat(outputs.stream().map(here.workingFolder()::resolve), Stream.of(here.home().folder()))
                .map(path -> path.toAbsolutePath().normalize()).collect(Collectors.toSet());
    }

    private LiveRun.Ended reported(Suite suite, FleetAccess fleet, Consumer<List<StoredCase>> also, CustomReport report)
            throws IOException, InterruptedException, BadInput, OutputFault, RefusedRun {
        var others = outputs.stream().filter(output -> !CustomReport.takes(output)).toList();
        var ended = run(suite, fleet, others, also.andThen(report::results));
        report.write(ended, suite);
        return ended;
    }

    private LiveRun.Ended run(Suite suite, FleetAccess fleet, List<Path> results, Consumer<List<StoredCase>> also)
            throws IOException, InterruptedException, BadInput, OutputFault, RefusedRun {
        fleet.check(suite.needs());
        try (var files = ResultFiles.open(results, jsonForm.of(outputs)); var all = CiResults.and(files, here)) {
            return new LiveRun(fleet, all, here.style(detail()), here, screen, also).against(past).carryOut(suite);
        }
    }

    private void check() throws BadInput, IOException {
        AgainRun.Options.check(spec.commandLine().getParseResult().matchedOptions());
        limits.check();
        matrix.check();
        jsonForm.of(outputs);
        refuseSuites();
        OptionGroups.refuse(inputs.isEmpty() && messages.isEmpty() && again.wanted().isEmpty(),
                "say what to run with -i: a suite file, a folder, a glob or a message; or go on with an earlier run with --resume");
        if (watch) {
            checkWatched();
        }
        OptionGroups.refuse(parallel < 1 && spec.commandLine().getParseResult().hasMatchedOption("--parallel"),
                "--parallel takes a whole number of 1 or more; leave it out for the default");
        OptionGroups.refuse(retries < 0 || retries > OptionGroups.MOST_TRIES,
                "--retries takes a whole number from 0 to " + OptionGroups.MOST_TRIES);
        OptionGroups.refuse(quiet && verbose, "--quiet and -v exclude each other");
        var given = spec.commandLine().getParseResult();
        OptionGroups.refuse(coordinators != null && (given.hasMatchedOption("--sandbox-commands")
                || given.hasMatchedOption("--sandbox-network")), "--sandbox-commands is for hooks and programs on this "
                        + "machine; with --coordinator each worker has its own setting");
        if (coordinators != null
                && (given.hasMatchedOption("--no-commands") || given.hasMatchedOption("--allow-hosts"))) {
            here.err().println(
                    "warning: --no-commands and --allow-hosts apply to this machine only, for example when it "
                            + "generates cases; the fleet's workers use their own options");
        }
        OptionGroups.refuse(timeout != null && timeout.isZero(),
                "--timeout takes more than 0; without it a case has 5m");
        OptionGroups.refuse(coordinators != null && envFile != null, "--env-file sets the environment of this process; "
                + "with --coordinator the workers resolve ${ENV.…} in theirs");
        OptionGroups.refuse(coordinators != null && spec.commandLine().getParseResult().hasMatchedOption("--database"),
                "--database is for a run on this machine; with --coordinator the fleet's database has it");
        OptionGroups.refuse(coordinators != null && conversing.isInteractive(), "--interactive asks at this terminal, "
                + "and with --coordinator the cases run elsewhere; leave it out, or say who answers with --simulator");
    }

    private void refuseSuites() throws BadInput, IOException {
        for (var output : outputs) {
            var file = here.workingFolder().resolve(output);
            OptionGroups.refuse(Files.isRegularFile(file) && Files.size(file) > 0 && isInput(file.toRealPath())
                    && DialectMarks.isSuite(new SuiteFile(file, output.toString(), output.toString(), false)),
                    "-o " + output
                            + " is a suite that is to be run, and its results would replace it; name another file");
        }
    }

    /** Whether an input names a file, or a folder that it is in. */
    private boolean isInput(Path file) throws IOException {
        for (var input : inputs) {
            var named = here.workingFolder().resolve(input.replaceFirst("[*#].*", ""));
            if (Files.exists(named) && file.startsWith(named.toRealPath())) {
                return true;
            }
        }
        return false;
    }

    private void checkWatched() throws BadInput {
        var told = inputs.stream().filter(input -> "-".equals(input) || input.startsWith("agents:"))
                .map(input -> "-i " + input);
        var wrong = Stream.concat(told, dryRun ? Stream.of("--dry-run") : Stream.empty()).toList();
        OptionGroups.refuse(!wrong.isEmpty(), "--watch reads its files again after each change, and can't do so with "
                + String.join(", ", wrong) + "; give files or folders, and run the cases");
    }

    private FleetAccess.Wanted access(Credentials credentials, Environment environment, @Nullable Commands commands,
            ScriptHost scripts) {
        return new FleetAccess.Wanted(coordinators, credentials, LocalFleet.newName(), slots(), here, environment,
                LocalFleet.means(commands, here.people(screen), scripts));
    }

    /** The input of {@code -i -}: piped input, or the first message of a human user who opens a conversation. */
    private Supplier<InputStream> standardInput(ConversationOptions asked) throws IOException, BadInput {
        if (!asked.opensConversation() || !inputs.contains("-")) {
            return here::in;
        }
        var typed = here.firstMessage().orElseThrow(() -> new BadInput("nothing was typed, so nothing was run"));
        return () -> new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8));
    }

    private RunOptions wanted() throws IOException, BadInput, RefusedRun {
        var asked = conversing.conversing(coordinators == null && here.hasPerson());
        return new RunOptions(inputs, pick.picking(), matrix.across(), config,
                new RunPace(timeout, coordinators == null ? slots() : parallel, failFast, retries), asked,
                new RunExtras(reporter, updateSnapshots, standardInput(asked), coordinators == null,
                        new GivenMessages(messages, CiLabels.isCi(here.environment()))),
                limits.within(),
                naming.about(here.environment()).against(baseline), here.mine());
    }

    private int slots() {
        return parallel == 0 ? LOCAL_PARALLEL : parallel;
    }

    private ConsoleStyle.Detail detail() {
        if (verbose) {
            return ConsoleStyle.Detail.VERBOSE;
        }
        return quiet ? ConsoleStyle.Detail.QUIET : ConsoleStyle.Detail.NORMAL;
    }
}
