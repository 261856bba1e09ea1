package dev.muster.deploy.command;

import module java.base;
import dev.muster.common.leader.Coordinators;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.server.http.HttpException;
import dev.muster.coordinator.server.http.ViewServer;
import dev.muster.coordinator.store.Database;
import dev.muster.coordinator.view.ImportedRuns;
import dev.muster.coordinator.view.Views;
import dev.muster.deploy.fleet.Home;
import dev.muster.deploy.fleet.LocalDatabase;
import dev.muster.deploy.session.BadInput;
import dev.muster.deploy.session.Browser;
import dev.muster.deploy.session.CommandContext;
import dev.muster.deploy.session.Exit;
import dev.muster.deploy.session.Shutdown;
import dev.muster.deploy.session.StoreAccess;
import dev.muster.deploy.session.TemporaryFolder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code muster view}: shows stored runs, or result files, in a browser, until it is ended. */
@Command(name = "view", mixinStandardHelpOptions = true, sortOptions = false, description = "Show stored runs, or result files of another machine, in a browser. It changes nothing.")
public final class ViewCommand implements Callable<Integer> {

    /** A page asks four things at once, and two pieces of work may be under way in the background. */
    private static final int CONNECTIONS = 8;

    @Parameters(paramLabel = "RUN|FILE|FOLDER", arity = "0..1", description = "A run: its id, the beginning of it, last, last~1 or last:branch=main; or a .json or .jsonl file of muster run -o, or a folder of them (default: all stored runs).")
    private @Nullable String what;

    @Option(names = "--demo", description = "Show 40 made-up nights of three agents; muster demo --history makes them, too.")
    private boolean demo;

    @Option(names = "--coordinator", paramLabel = "URL[,URL…]|up", description = "Show the pages of a fleet (token: $MUSTER_TOKEN).")
    private @Nullable Coordinators coordinators;

    @Option(names = "--port", paramLabel = "PORT", defaultValue = "0", description = "Port on 127.0.0.1 (default: any that is free).")
    private int port;

    @Option(names = "--no-open", description = "Only print the address; don't open a browser.")
    private boolean noOpen;

    @Mixin
    private StoreAccess store = new StoreAccess();

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws BadInput, InterruptedException, IOException {
        var files = what == null ? null : here.workingFolder().resolve(what);
        if (files != null && (ImportedRuns.isNamedSo(files) || Files.isDirectory(files))) {
            return ofFiles(files);
        }
        if (coordinators != null) {
            return ofFleet(coordinators);
        }
        if (demo) {
            try (var history = DemoCommand.history(here)) {
                serve(history.database(), "");
            }
            return Exit.OK;
        }
        try (var open = store.open(here, CONNECTIONS)) {
            serve(open.database(), what == null ? "" : "#/run/" + StoreAccess.find(what, open.database()).id());
        }
        return Exit.OK;
    }

    /** A coordinator has its own pages; a name such as last is looked up there. */
    private int ofFleet(Coordinators fleet) throws IOException, BadInput {
        try (var runs = new RemoteRuns(fleet, FleetKeys.of(here, fleet))) {
            var page = what == null ? "" : "#/run/" + runs.find(what).id();
            show(runs.tokens().link() + page, Files.createTempDirectory("muster-link-"));
        } catch (RefusedRun e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
        return Exit.OK;
    }

    private void show(String link, Path folder) throws IOException {
        here.out().println(link);
        here.out().println(
                "The link opens the page once" + (coordinators == null ? "; Ctrl-C ends." : ", within ten minutes."));
        here.out().flush();
        if (!noOpen) {
            Browser.open(link, folder, here.environment());
        }
    }

    /** The files' runs get a database of their own, which goes with this process. */
    private int ofFiles(Path files) throws IOException, BadInput, InterruptedException {
        try (var folder = TemporaryFolder.create("muster-view-");
                var local = LocalDatabase.open(new Home(folder.path()), CONNECTIONS)) {
            here.err().println("Reading " + what + " …");
            here.err().flush();
            var runs = imported(local.database(), files);
            serve(local.database(), runs.size() == 1 ? "#/run/" + runs.getFirst() : "");
        }
        return Exit.OK;
    }

    private static List<String> imported(Database database, Path files) throws BadInput {
        if (!Files.exists(files)) {
            throw new BadInput(files + ": file not found");
        }
        try {
            return new ImportedRuns(database).add(files);
        } catch (IOException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }

    private void serve(Database database, String page) throws BadInput, InterruptedException, IOException {
        try (var shutdown = Shutdown.listen();
                var folder = TemporaryFolder.create("muster-link-");
                var server = ViewServer.start(new Views(database, null, InstantSource.system()), port)) {
            show(server.link() + page, folder.path());
            shutdown.await();
        } catch (HttpException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }
}
