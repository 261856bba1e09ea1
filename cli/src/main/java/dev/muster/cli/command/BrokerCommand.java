package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.embedded.EmbeddedBroker;
import dev.muster.cli.embedded.ExtraListener;
import dev.muster.cli.session.BadInput;
import dev.muster.cli.session.CommandContext;
import dev.muster.cli.session.Exit;
import dev.muster.cli.session.Shutdown;
import dev.muster.cli.session.Supervised;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code muster broker}: the Kafka broker of {@code muster up}, in a process of its own. */
@Command(name = "broker", hidden = true, mixinStandardHelpOptions = true, description = "A single Kafka broker on "
        + "loopback, for muster up.")
public final class BrokerCommand implements Callable<Integer> {

    @Option(names = "--data", required = true, paramLabel = "FOLDER", description = "Where the broker keeps its log, "
            + "and the passwords of its logins: coordinator.password, worker.password.")
    private Path data = Path.of("");

    @Option(names = "--port", defaultValue = "0", description = "Port to listen on; 0 picks a free one.")
    private int port;

    @Option(names = "--door", paramLabel = "HOST:PORT[=HOST:PORT]", description = "Additional address to listen on "
            + "without TLS, and the address that its clients use after connecting.")
    private @Nullable String door;

    @Option(names = "--fleet", paramLabel = "NAME", defaultValue = "muster", description = "The fleet that its "
            + "logins may use (default: ${DEFAULT-VALUE}).")
    private String fleet = "muster";

    @Mixin
    private CommandContext here = new CommandContext();

    @Override
    public Integer call() throws InterruptedException, BadInput {
        var also = door();
        Supervised.obey(here.environment());
        try (var shutdown = Shutdown.listen(); var broker = EmbeddedBroker.startLocked(data, port, also, fleet)) {
            here.out().println(broker.address());
            shutdown.await();
        }
        return Exit.OK;
    }

    private @Nullable ExtraListener door() throws BadInput {
        try {
            return door == null ? null : ExtraListener.of(door);
        } catch (IllegalArgumentException e) {
            throw new BadInput("--door: " + e.getMessage());
        }
    }
}
