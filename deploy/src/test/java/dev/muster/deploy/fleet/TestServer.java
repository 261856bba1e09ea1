package dev.muster.deploy.fleet;

import dev.muster.common.status.ListenAddress;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.run.HelperReply;
import dev.muster.coordinator.server.Coordinator;
import dev.muster.coordinator.server.http.CoordinatorServer;
import dev.muster.coordinator.server.metrics.CoordinatorPages;
import org.jspecify.annotations.Nullable;

/** A coordinator's server on a free port that calls no agents for its clients and has no metrics. */
public final class TestServer {

    private TestServer() {}

    public static CoordinatorServer start(Coordinator coordinator, @Nullable String token) {
        var pages = new CoordinatorPages(coordinator, status -> {
            // no metrics
        }, () -> "", Ticker.system());
        return CoordinatorServer.start(coordinator,
                question -> new HelperReply.Failed("this coordinator calls no agents"),
                pages, new ListenAddress("127.0.0.1", 0, token));
    }
}
