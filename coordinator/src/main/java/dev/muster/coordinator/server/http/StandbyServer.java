package dev.muster.coordinator.server.http;

import module java.base;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.status.ListenAddress;
import dev.muster.common.status.StatusPages;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;

/** Serves a coordinator on standby: reports its own status, and sends clients to the leader. */
public final class StandbyServer implements AutoCloseable {

    private static final Set<String> OWN = Set.of("/metrics", "/health", "/ready");

    private final ListenAddress door;
    private final StatusRoutes status;
    private final Javalin server;

    private StandbyServer(StatusPages pages, ListenAddress door) {
        this.door = door;
        this.status = new StatusRoutes(pages, door);
        this.server = Javalin.create(this::configure);
    }

    /** @throws HttpException when the port is taken, or when it may not listen there without a token */
    public static StandbyServer start(StatusPages pages, ListenAddress door) {
        var standby = new StandbyServer(pages, door);
        StatusRoutes.open(standby.server, door);
        return standby;
    }

    public String url() {
        return "http://" + door.host() + ":" + server.port();
    }

    /**
     * Returns the address to listen on once this coordinator leads: the same port, even if any free one was requested.
     */
    public ListenAddress door() {
        return new ListenAddress(door.host(), server.port(), door.token());
    }

    @Override
    public void close() {
        server.stop();
    }

    private void configure(JavalinConfig config) {
        config.startup.showJavalinBanner = false;
        config.concurrency.useVirtualThreads = true;
        config.routes.before(StandbyServer::sendOn);
        status.add(config.routes);
    }

    private static void sendOn(Context context) {
        context.header(Coordinators.STANDBY, "true");
        if (!OWN.contains(context.path())) {
            CoordinatorServer.json(context.status(503), Map.of("error",
                    "this coordinator stands by: another one leads, ask that one (--coordinator URL,URL)"));
            context.skipRemainingHandlers();
        }
    }
}
