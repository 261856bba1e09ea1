package dev.muster.deploy.command;

import module java.base;
import dev.muster.common.status.ListenAddress;
import dev.muster.common.status.StatusServer;
import dev.muster.deploy.fleet.WorkerParts;
import dev.muster.deploy.metrics.Meters;
import dev.muster.deploy.session.Exit.BadInput;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a worker's status pages. */
final class StatusOptions {

    private static final int MOST = 65_535;

    @Option(names = "--metrics-port", paramLabel = "PORT", defaultValue = "0", description = "Serve /metrics, /health and /ready on this port (default: 0, on none).")
    private int port;

    @Option(names = "--metrics-host", paramLabel = "ADDRESS", defaultValue = "127.0.0.1", description = "Where to serve them (default: ${DEFAULT-VALUE}; elsewhere a token is needed: $MUSTER_TOKEN).")
    private String host = "127.0.0.1";

    /** Null when no pages are served. */
    @Nullable
    ListenAddress door(Map<String, String> environment) throws BadInput {
        if (port < 0 || port > MOST) {
            throw new BadInput("--metrics-port takes a port from 1 to " + MOST + ", or 0 for none");
        }
        if (port == 0) {
            return null;
        }
        var door = new ListenAddress(host, port, environment.get("MUSTER_TOKEN"));
        var trouble = door.trouble();
        if (trouble.isPresent()) {
            throw new BadInput(trouble.get());
        }
        return door;
    }

    /** Null without a listen address. */
    @Nullable
    StatusServer serve(@Nullable ListenAddress door, WorkerParts worker, @Nullable Meters meters) throws IOException {
        return door == null || meters == null ? null : StatusServer.start(door, worker.pages(meters::scrape));
    }
}
