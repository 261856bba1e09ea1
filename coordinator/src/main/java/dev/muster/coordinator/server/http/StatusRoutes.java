package dev.muster.coordinator.server.http;

import module java.base;
import dev.muster.common.status.StatusPages;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

/** Status routes of a coordinator, whether it leads or stands by. */
record StatusRoutes(StatusPages pages, HttpEndpoint endpoint) {

    void add(RoutesConfig routes) {
        endpoint.add(routes, Route.METRICS, context -> {
            var type = StatusPages.metricsType(context.header("Accept"));
            context.contentType(type).result(pages.metrics(type));
        });
        routes.get("/health", this::health);
        routes.get("/ready", this::ready);
    }

    private void health(Context context) {
        boolean alive = pages.alive();
        CoordinatorServer.json(context.status(alive ? 200 : 503), Map.of("alive", alive));
    }

    private void ready(Context context) {
        var readiness = pages.readiness();
        CoordinatorServer.json(context.status(readiness.ready() ? 200 : 503), readiness.json());
    }
}
