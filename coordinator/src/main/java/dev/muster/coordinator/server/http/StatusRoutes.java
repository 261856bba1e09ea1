package dev.muster.coordinator.server.http;

import module java.base;
import dev.muster.common.status.ListenAddress;
import dev.muster.common.status.StatusPages;
import io.javalin.Javalin;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.UnauthorizedResponse;
import io.javalin.util.JavalinBindException;

/** Status routes of a coordinator, whether it leads or stands by. */
record StatusRoutes(StatusPages pages, ListenAddress door) {

    void add(RoutesConfig routes) {
        routes.before("/metrics", this::admit);
        routes.get("/metrics", context -> context.contentType(StatusPages.METRICS_TYPE).result(pages.metrics()));
        routes.get("/health", this::health);
        routes.get("/ready", this::ready);
    }

    void admit(Context context) {
        if (!door.admits(context.header("Authorization"))) {
            throw new UnauthorizedResponse("this coordinator wants a token: set MUSTER_TOKEN to the one it has");
        }
    }

    /** @throws HttpException when the port is taken, or when it may not listen there without a token */
    static void open(Javalin server, ListenAddress door) {
        door.trouble().ifPresent(trouble -> {
            throw new HttpException(trouble);
        });
        try {
            server.start(door.host(), door.port());
        } catch (JavalinBindException e) {
            throw new HttpException("port " + door.port() + " on " + door.host()
                    + " is in use or may not be used; choose another with --port");
        }
    }

    private void health(Context context) {
        boolean alive = pages.alive();
        CoordinatorServer.json(context.status(alive ? 200 : 503), Map.of("alive", alive));
    }

    private void ready(Context context) {
        var readiness = pages.readiness();
        CoordinatorServer.json(context.status(readiness.ready() ? 200 : 503), readiness.told());
    }
}
