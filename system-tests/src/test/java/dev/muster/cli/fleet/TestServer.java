package dev.muster.cli.fleet;

import module java.base;
import dev.muster.common.access.Credentials;
import dev.muster.common.status.ListenAddress;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.run.HelperReply;
import dev.muster.coordinator.server.Coordinator;
import dev.muster.coordinator.server.http.CoordinatorServer;
import dev.muster.coordinator.server.http.HttpEndpoint;
import dev.muster.coordinator.server.http.TokenHolders;
import dev.muster.coordinator.server.metrics.CoordinatorPages;

/** A coordinator's server on a free port that calls no agents for its clients and has no metrics. */
public final class TestServer {

    public static final String WORKER = "t0ken of a worker";

    private static final long QUOTA = 1L << 30;

    private TestServer() {}

    /** The credentials of an administrator of {@link #start(Coordinator)}. */
    public static final Credentials ADMIN = new Credentials("t0ken of an administrator", null);

    public static CoordinatorServer start(Coordinator coordinator) {
        return start(coordinator, new ListenAddress("127.0.0.1", 0, ADMIN.token()), QUOTA);
    }

    public static CoordinatorServer start(Coordinator coordinator, ListenAddress address, long quota) {
        var pages = new CoordinatorPages(coordinator, status -> {
            // no metrics
        }, _ -> "", Ticker.system());
        return CoordinatorServer.start(coordinator,
                question -> new HelperReply.Failed("this coordinator calls no agents"),
                pages, new HttpEndpoint(address, new TokenHolders(address.token(), WORKER, coordinator.tokens()::valid,
                        InstantSource.system(), Ticker.system())),
                quota);
    }
}
