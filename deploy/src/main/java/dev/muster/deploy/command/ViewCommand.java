package dev.muster.deploy.command;

import module java.base;
import dev.muster.coordinator.server.http.HttpException;
import dev.muster.coordinator.server.http.ViewServer;
import dev.muster.coordinator.view.Views;
import dev.muster.deploy.session.BadInput;
import dev.muster.deploy.session.CommandContext;
import dev.muster.deploy.session.Exit;
import dev.muster.deploy.session.StoreAccess;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code muster view}: shows stored runs in a browser, until it is ended. */
@Command(name = "view", mixinStandardHelpOptions = true, sortOptions = false, description = "Show stored runs in a browser. It changes nothing.")
public final class ViewCommand implements Callable<Integer> {

    @Parameters(paramLabel = "RUN", arity = "0..1", description = "A run: its id, the beginning of it, last, last~1 or last:branch=main (default: all, newest first).")
    private @Nullable String what;

    @Option(names = "--port", paramLabel = "PORT", defaultValue = "0", description = "Port on 127.0.0.1 (default: any that is free).")
    private int port;

    @Option(names = "--no-open", description = "Only print the address; don't open a browser.")
    private boolean noOpen;

    @Mixin
    private StoreAccess store = new StoreAccess();

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws BadInput, InterruptedException {
        try (var open = store.open(here)) {
            var page = what == null ? "" : "#/run/" + StoreAccess.find(what, open.database()).id();
            try (var server = ViewServer.start(new Views(open.database(), null, InstantSource.system()), port)) {
                here.out().println("The pages are at " + server.link() + page);
                here.out().println("The link works once. Ctrl-C ends.");
                here.out().flush();
                new CountDownLatch(1).await();
            }
        } catch (HttpException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
        return Exit.OK;
    }
}
