package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.fleet.Home;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.Exit;
import dev.muster.cli.session.ProjectOptions;
import dev.muster.cli.session.Shutdown;
import dev.muster.cli.session.StoreAccess;
import dev.muster.cli.session.TemporaryFolder;
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
    private ProjectOptions projects = new ProjectOptions();

    @Mixin
    private StoreAccess store = new StoreAccess();

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws BadInput, InterruptedException, IOException, RefusedRun {
        OptionGroups.refusePort(port);
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
                try (var open = store.open(here, CONNECTIONS)) {
                    var scope = projects.in(open.database(), here);
                    serve(open.database(), scope, what == null ? ""
                            : "#/run/" + StoreAccess.find(what, open.database(), scope).id(), shutdown);
                }
            }
        }
        return Exit.OK;
    }

    /** A coordinator has its own pages; a name such as last is looked up there. */
    private int ofFleet(Coordinators fleet) throws IOException, BadInput, RefusedRun {
        try (var runs = FleetKeys.open(here, fleet)) {
            var page = what == null ? "" : "#/run/" + projects.find(what, runs, here).id();
            show(runs.tokens().link() + page, Files.createTempDirectory("muster-link-"));
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
        OptionGroups.refuse(!Files.exists(files), files + ": file not found");
        try {
            return new ImportedRuns(database).add(files, fault -> here.err().println("⚠ left out: " + fault));
        } catch (IOException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }

    private void serve(Database database, ProjectScope scope, String page, Shutdown shutdown)
            throws BadInput, InterruptedException, IOException {
        try (var folder = TemporaryFolder.create("muster-link-");
                var server = ViewServer.start(new Views(database, null, scope, InstantSource.system()), port)) {
            show(server.link() + page, folder.path());
            shutdown.await();
        } catch (HttpException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }

    /** The browser of whoever sits at this machine. */
    private static final class Browser {

        /**
         * Opens a link, if there is a screen. The link is a secret, so it goes through a file that nobody else can read and
         * not through the arguments of a process.
         *
         * @param folder that nobody else can read
         */
        static void open(String link, Path folder, Map<String, String> environment) throws IOException {
            var command = command(environment);
            if (command.isPresent()) {
                var page = Files.writeString(folder.resolve("open.html"),
                        "<!doctype html><meta http-equiv=\"refresh\" content=\"0; url="
                                + link.replace("&", "&amp;").replace("\"", "&quot;") + "\">");
                new ProcessBuilder(Stream.concat(command.get().stream(), Stream.of(page.toString())).toList())
                        .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            }
        }

        private static Optional<List<String>> command(Map<String, String> environment) {
            var system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
            if (system.contains("mac")) {
                return Optional.of(List.of("open"));
            }
            if (system.contains("windows")) {
                return Optional.of(List.of("rundll32", "url.dll,FileProtocolHandler"));
            }
            boolean hasScreen = Stream.of("DISPLAY", "WAYLAND_DISPLAY")
                    .anyMatch(name -> environment.getOrDefault(name, "").length() > 0);
            return Stream.of(environment.getOrDefault("PATH", "").split(":")).map(each -> Path.of(each, "xdg-open"))
                    .filter(each -> hasScreen && Files.isExecutable(each)).findFirst()
                    .map(each -> List.of(each.toString()));
        }
    }
}
