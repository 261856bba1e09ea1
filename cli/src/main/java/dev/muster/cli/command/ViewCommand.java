package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.files.TemporaryFolder;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.Exit;
import dev.muster.cli.session.FleetHistory;
import dev.muster.cli.session.History;
import dev.muster.cli.session.ProjectOptions;
import dev.muster.cli.session.Shutdown;
import dev.muster.cli.session.StoreAccess;
import dev.muster.common.leader.Coordinators;
import dev.muster.coordinator.pages.api.ImportedRuns;
import dev.muster.coordinator.pages.api.Views;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.server.http.HttpException;
import dev.muster.coordinator.server.http.ViewServer;
import dev.muster.coordinator.store.Database;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code muster view}: shows stored runs, or result files, in a browser, until it is ended. */
@Command(name = "view", mixinStandardHelpOptions = true, sortOptions = false, description = "Show stored runs, or "
        + "result files from another machine, in a browser (read-only).")
public final class ViewCommand implements Callable<Integer> {

    /** A page asks four things at once, and two pieces of work may be under way in the background. */
    private static final int CONNECTIONS = 8;

    @Parameters(paramLabel = "RUN|FILE|FOLDER", arity = "0..1", description = "A run: its id, a prefix of it, last, "
            + "last~1 or last:branch=main; or a .json or .jsonl file of muster run -o, or a folder of them (default: "
            + "all stored runs).")
    private @Nullable String what;

    @Option(names = "--demo", description = "Show 40 made-up nights of three agents; muster demo --history creates "
            + "them, too.")
    private boolean demo;

    @Option(names = "--coordinator", paramLabel = "URL[,URL…]|up", description = "Show the pages of a fleet (token: "
            + "$MUSTER_TOKEN).")
    private @Nullable Coordinators coordinators;

    @Option(names = "--port", paramLabel = "PORT", defaultValue = "0", description = "Port on 127.0.0.1 (default: "
            + "any free one).")
    private int port;

    @Option(names = "--no-open", description = "Only print the address; don't open a browser.")
    private boolean noOpen;

    @Mixin
    private ProjectOptions projects = new ProjectOptions();

    @Mixin
    private StoreAccess store = new StoreAccess();

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws BadInput, InterruptedException, IOException, RefusedRun {
        BadInput.checkRange("--port", port, 0, 65_535);
        var files = what == null ? null : here.workingFolder().resolve(what);
        boolean isFiles = files != null && (ImportedRuns.isNamedSo(files) || Files.isDirectory(files));
        if (!isFiles && coordinators != null) {
            return ofFleet(coordinators);
        }
        try (var shutdown = Shutdown.listen()) {
            if (isFiles) {
                ofFiles(Objects.requireNonNull(files), shutdown);
            } else if (demo) {
                try (var history = DemoCommand.history(here)) {
                    serve(history.database(), ProjectScope.ALL, "", shutdown);
                }
            } else {
                try (var history = store.open(here, projects, CONNECTIONS)) {
                    serve(history.database(), history.scope(), page(history), shutdown);
                }
            }
        }
        return Exit.OK;
    }

    /** A coordinator has its own pages; a name such as last is looked up there. */
    private int ofFleet(Coordinators fleet) throws IOException, BadInput, RefusedRun {
        try (var history = new FleetHistory(FleetKeys.open(here, fleet), projects, here)) {
            var page = page(history);
            show(history.runs().tokens().link() + page, Files.createTempDirectory("muster-link-"));
        }
        return Exit.OK;
    }

    private String page(History history) throws IOException, BadInput, RefusedRun {
        return what == null ? "" : "#/run/" + history.find(what).id();
    }

    private void show(String link, Path folder) throws IOException {
        here.out().println(link);
        here.out().println(
                "Open this link once" + (coordinators == null ? "; press Ctrl-C to stop." : ", within ten minutes."));
        here.out().flush();
        if (!noOpen) {
            Browser.open(link, folder, here.environment());
        }
    }

    /** The files' runs get a database of their own, which goes with this process. */
    private void ofFiles(Path files, Shutdown shutdown) throws IOException, BadInput, InterruptedException {
        try (var folder = TemporaryFolder.create("muster-view-");
                var local = LocalDatabase.open(new Home(folder.path()), CONNECTIONS)) {
            here.err().println("Reading " + what + " …");
            here.err().flush();
            var runs = imported(local.database(), files);
            serve(local.database(), ProjectScope.ALL, runs.size() == 1 ? "#/run/" + runs.getFirst() : "", shutdown);
        }
    }

    private List<String> imported(Database database, Path files) throws BadInput {
        BadInput.throwIf(!Files.exists(files), files + ": file not found");
        try {
            return new ImportedRuns(database).add(files, fault -> here.err().println("⚠ left out: " + fault));
        } catch (IOException e) {
            throw new BadInput(e.getMessage());
        }
    }

    private void serve(Database database, ProjectScope scope, String page, Shutdown shutdown)
            throws BadInput, InterruptedException, IOException {
        try (var folder = TemporaryFolder.create("muster-link-");
                var server = ViewServer.start(new Views(database, null, scope, InstantSource.system()), port)) {
            show(server.link() + page, folder.path());
            shutdown.await();
        } catch (HttpException e) {
            throw new BadInput(e.getMessage());
        }
    }
}
