package dev.muster.coordinator.server.http;

import module java.base;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.status.StatusPages;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;

/** Serves a coordinator on standby: reports its own status, and sends clients to the leader. */
public final class StandbyServer implements AutoCloseable {

    private static final Set<String> OWN = Set.of("/metrics", "/health", "/ready");

    private final HttpEndpoint endpoint;
    private final StatusRoutes status;
    private final Javalin server;

    private StandbyServer(StatusPages pages, HttpEndpoint endpoint) {
        this.endpoint = endpoint;
        this.status = new StatusRoutes(pages, endpoint);
        this.server = Javalin.create(this::configure);
    }

    /** @throws HttpException when the port is taken, or when it may not listen there without a token */
    public static StandbyServer start(StatusPages pages, HttpEndpoint endpoint) {
        var standby = new StandbyServer(pages, endpoint);
        endpoint.open(standby.server);
        return standby;
    }

    public String url() {
        return endpoint.url(server);
    }

    /**
     * Returns the endpoint to open once this coordinator leads: at the same port, even if any free one was requested.
     */
    public HttpEndpoint endpoint() {
        return endpoint.at(server.port());
    }

    @Override
    public void close() {
        server.stop();
    }

    private void configure(JavalinConfig config) {
        // before the endpoint: who is refused at it should ask the leader, too
        config.routes.before(context -> context.header(Coordinators.STANDBY, "true"));
        endpoint.configure(config);
        config.routes.before(StandbyServer::sendOn);
        status.add(config.routes);
    }

    private static void sendOn(Context context) {
        if (!OWN.contains(context.path())) {
            CoordinatorServer.problem(context, 503,
                    "this coordinator is a standby; call the one that leads (--coordinator URL,URL)");
            context.skipRemainingHandlers();
        }
    }
}
