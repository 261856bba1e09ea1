package dev.muster.coordinator.server.http;

import module java.base;
import dev.muster.common.access.Denied;
import dev.muster.coordinator.run.TokenRequest;
import dev.muster.coordinator.server.Coordinator;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

/** Makes, lists and revokes tokens, and shows who did what. */
record AccessRoutes(Coordinator coordinator, HttpEndpoint endpoint) {

    private static final int MOST = 1_000;
    private static final int USUAL = 50;

    void add(RoutesConfig routes) {
        endpoint.add(routes, Route.TOKENS, context -> CoordinatorServer.json(context, coordinator.tokens().all()));
        endpoint.add(routes, Route.CREATE_TOKEN, this::create);
        endpoint.add(routes, Route.REVOKE_TOKEN, this::revoke);
        endpoint.add(routes, Route.AUDIT, this::audit);
    }

    private void create(Context context) throws Denied {
        var requested = CoordinatorServer.body(context, TokenRequest.class);
        var trouble = requested.trouble();
        if (trouble.isPresent()) {
            throw new Denied(400, trouble.get());
        }
        var made = coordinator.tokens().create(requested, HttpEndpoint.caller(context));
        endpoint.tokens().changed();
        CoordinatorServer.json(context.status(201), made);
    }

    private void revoke(Context context) throws Denied {
        var revoked = coordinator.tokens().revoke(context.pathParam("token"),
                "true".equals(context.queryParam("with_made")), HttpEndpoint.caller(context));
        endpoint.tokens().changed();
        if (revoked.revoked().isEmpty() && revoked.made().isEmpty()) {
            throw new Denied(404, "no valid token has this id or name; muster token list shows them");
        }
        CoordinatorServer.json(context, revoked);
    }

    private void audit(Context context) {
        long limit = CoordinatorServer.number(context, "limit");
        CoordinatorServer.json(context,
                coordinator.audit().newest(limit <= 0 ? USUAL : (int) Math.min(limit, MOST)));
    }
}
