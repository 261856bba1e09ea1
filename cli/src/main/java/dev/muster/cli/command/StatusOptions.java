package dev.muster.cli.command;

import module java.base;
import dev.muster.cli.fleet.WorkerParts;
import dev.muster.cli.metrics.Meters;
import dev.muster.cli.session.BadInput;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.secret.GivenSecrets;
import dev.muster.common.status.ListenAddress;
import dev.muster.common.status.StatusServer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a worker's status pages. */
final class StatusOptions {

    private static final int MOST = 65_535;

    @Option(names = "--metrics-port", paramLabel = "PORT", defaultValue = "0", description = "Serve /metrics, "
            + "/health and /ready on this port (default: 0, not at all).")
    private int port;

    @Option(names = "--metrics-host", paramLabel = "ADDRESS", defaultValue = "127.0.0.1", description = "Address to "
            + "serve them on (default: ${DEFAULT-VALUE}; any other one needs a token: $MUSTER_TOKEN).")
    private String host = "127.0.0.1";

    @Option(names = "--public-url", paramLabel = "URL[,URL…]", description = "URL that clients use for these pages, "
            + "if it is not an address, localhost or the machine's name.")
    private @Nullable Coordinators published;

    @Mixin
    TlsOptions tls = new TlsOptions();

    /** Null when no pages are served. */
    @Nullable
    ListenAddress door(Map<String, String> environment) throws BadInput {
        BadInput.throwIf(port < 0 || port > MOST,
                "--metrics-port takes a port from 1 to " + MOST + ", or 0 for none");
        if (port == 0) {
            return null;
        }
        return tls.listening(host, port, GivenSecrets.read(environment, "MUSTER_TOKEN"), published);
    }

    /** Null without a listen address. */
    @Nullable
    StatusServer serve(@Nullable ListenAddress door, WorkerParts worker, @Nullable Meters meters)
            throws IOException {
        return door == null || meters == null ? null : StatusServer.start(door, worker.pages(meters::scrape));
    }
}
