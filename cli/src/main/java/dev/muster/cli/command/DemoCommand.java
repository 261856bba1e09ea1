package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.demo.DemoAgents;
import dev.muster.cli.demo.DemoHistory;
import dev.muster.cli.demo.DemoSuite;
import dev.muster.cli.files.TemporaryFolder;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.cli.fleet.LocalFleet;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.Exit;
import dev.muster.cli.session.LiveRun;
import dev.muster.cli.session.LocalTarget;
import dev.muster.cli.session.Screen;
import dev.muster.cli.session.Shutdown;
import dev.muster.cli.session.WaitNotice;
import dev.muster.common.result.CaseResult;
import dev.muster.common.target.Environment;
import dev.muster.coordinator.client.RunOptions;
import dev.muster.coordinator.client.RunPace;
import dev.muster.coordinator.client.Suite;
import dev.muster.coordinator.pages.api.ImportedRuns;
import dev.muster.coordinator.report.Columns;
import dev.muster.coordinator.report.OutputFault;
import dev.muster.coordinator.report.console.ConsoleStyle;
import dev.muster.coordinator.report.file.ResultFiles;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.StoredCase;
import dev.muster.coordinator.store.RunTable;
import dev.muster.worker.conversation.HumanUsers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code muster demo}: runs the example suites against scripted agents on loopback. */
@Command(name = "demo", mixinStandardHelpOptions = true, sortOptions = false, description = "Run the example suites "
        + "against scripted agents on this machine; needs no key and no network.")
public final class DemoCommand implements Callable<Integer> {

    private static final int PARALLEL = 4;
    private static final int CONNECTIONS = 6;

    @Option(names = "--serve", description = "Keep the agents running for your own suites.")
    private boolean serve;

    @Option(names = "--port", paramLabel = "PORT", defaultValue = ""
            + DemoAgents.USUAL_PORT, description = "Port that the agents listen on with --serve (default: "
                    + "${DEFAULT-VALUE}).")
    private int port;

    @Option(names = "--history", description = "Create a separate database with 40 made-up nights of three agents; "
            + "show it with muster view --demo.")
    private boolean history;

    @Option(names = {"-v", "--verbose"}, description = "Every reply, tool call and assertion.")
    private boolean verbose;

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws IOException, InterruptedException, BadInput, OutputFault, RefusedRun {
        if (history) {
            try (var _ = history(here)) {
                here.out().println("40 nights of three agents are in " + historyHome(here).folder());
                here.out().println("Look at them with: muster view --demo");
            }
            return Exit.OK;
        }
        return serve ? serve() : show();
    }

    /** Opens the home with the made-up nights, which are made when there are none yet. */
    static LocalDatabase history(CommandContext here) throws IOException {
        var local = LocalDatabase.open(historyHome(here).make(), CONNECTIONS);
        if (new RunTable(local.database()).newest(null, ProjectScope.ALL, Map.of(), false, 0, 1).isEmpty()) {
            try (var folder = TemporaryFolder.create("muster-history-");
                    var _ = WaitNotice.say(here.err(), "making 40 nights")) {
                new DemoHistory(InstantSource.system().instant()).write(folder.path());
                new ImportedRuns(local.database()).add(folder.path(), fault -> {
                    throw new IllegalStateException(fault);
                });
            } catch (IOException | RuntimeException e) {
                local.close();
                throw e;
            }
        }
        return local;
    }

    private static Home historyHome(CommandContext here) {
        return new Home(here.home().folder().resolve("demo"));
    }

    private int serve() throws InterruptedException, BadInput {
        BadInput.checkRange("--port", port, 0, 65_535);
        try (var shutdown = Shutdown.listen(); var agents = DemoAgents.start(port)) {
            here.out().println("expense agent (ag-ui)  " + agents.expenseUrl());
            here.out().println("chat agent (openai)    " + agents.chatUrl());
            here.out().println("judge (openai)         " + agents.chatUrl() + "  (model: judge)");
            here.out().println("chat agent (own JSON)  " + agents.shopUrl()
                    + "  (with its sessions: examples/any-agent/muster.yaml)");
            here.out().println("Press Ctrl-C to stop.");
            shutdown.await();
            return Exit.OK;
        } catch (IOException e) {
            throw new BadInput("port " + port + " is in use or not permitted; choose another with --port");
        }
    }

    private int show() throws IOException, InterruptedException, BadInput, OutputFault, RefusedRun {
        try (var folder = TemporaryFolder.create("muster-demo-"); var agents = DemoAgents.start(0)) {
            return show(DemoSuite.write(folder.path(), agents), folder.path());
        }
    }

    private int show(DemoSuite demo, Path folder)
            throws IOException, InterruptedException, BadInput, OutputFault, RefusedRun {
        var inputs = demo.inputs().stream().map(file -> folder.relativize(file).toString()).toList();
        var options = RunOptions.of(inputs).with(demo.config()).with(RunPace.parallel(PARALLEL));
        var target = new LocalTarget(here, new Environment(here.environment()));
        try (var fleet = target.begin(LocalFleet.newName(), PARALLEL,
                LocalFleet.means(null, HumanUsers.NONE, here.scripts()));
                var suite = Suite.read(options, folder, true);
                var files = ResultFiles.open(List.of())) {
            suite.faults().forEach(here.err()::println);
            var detail = verbose ? ConsoleStyle.Detail.VERBOSE : ConsoleStyle.Detail.NORMAL;
            var seen = new ArrayList<CaseResult>();
            fleet.check(suite.needs());
            var run = new LiveRun(fleet, files, here.style(detail), here, new Screen(),
                    batch -> batch.stream().map(StoredCase::result).forEach(seen::add));
            int code = run.carryOut(suite).code();
            return code == Exit.INTERRUPTED || code == Exit.BROKEN ? code : printOutcome(demo, seen);
        }
    }

    private int printOutcome(DemoSuite demo, List<CaseResult> seen) {
        var surprises = demo.expectation().surprises(seen);
        if (surprises.isEmpty()) {
            here.out().println();
            Stream.of("One case failed on purpose: read its message above; a failed build shows the same.",
                    "Next: muster init --url URL writes a first suite for your own agent.")
                    .flatMap(text -> Columns.wrap(text, here.style(ConsoleStyle.Detail.NORMAL).width() - 2).stream())
                    .forEach(line -> here.out().println("  " + line));
            return Exit.OK;
        }
        surprises.forEach(here.err()::println);
        return Exit.FAILED;
    }
}
