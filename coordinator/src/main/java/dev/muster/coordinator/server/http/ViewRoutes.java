package dev.muster.coordinator.server.http;

import module java.base;
import dev.muster.common.access.Denied;
import dev.muster.coordinator.pages.api.Query;
import dev.muster.coordinator.pages.api.Views;
import dev.muster.coordinator.pages.assets.Assets;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.RunPage.Waiting;
import dev.muster.coordinator.run.StoredRun;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

/**
 * The page, the sessions of those who look at it, and what it reads.
 *
 * @param fleet null for the local history, which a page does not change
 * @param waiting what a run waits for
 */
record ViewRoutes(Views views, LiveStream live, @Nullable String fleet, Door door,
        Function<StoredRun, Waiting> waiting) {

    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    /** What a page asks for. */
    @FunctionalInterface
    private interface Answer {
        Object of(Query query, Context context) throws RefusedRun;
    }

    private record Token(String token) {}

    /** @param key what is added to the page's address as {@code ?key=} */
    private record Link(String key) {}

    void add(RoutesConfig routes) {
        routes.get("/", this::page);
        routes.post(Route.SESSION.path(), this::signIn);
        door.add(routes, Route.SIGN_OUT, context -> door.sessions().end(context.status(204)));
        door.add(routes, Route.LINK, context -> CoordinatorServer.json(context.status(201),
                new Link(door.sessions().invite(ownToken(context)))));
        door.add(routes, Route.LIVE, live::serve);
        add(routes, Route.ME, (query, context) -> me(context));
        add(routes, Route.RUNS, (query, context) -> views.runs(query));
        add(routes, Route.RUN, (query, context) -> views.run(context.pathParam("run"), waiting));
        add(routes, Route.HOME, (query, context) -> views.home());
        add(routes, Route.HISTORY, (query, context) -> views.history(query));
        add(routes, Route.COMPARE, (query, context) -> views.compare(query));
        add(routes, Route.COMPARE_CASES, (query, context) -> views.compareCases(query));
        add(routes, Route.TRENDS, (query, context) -> views.trends(query));
        add(routes, Route.FLAKY, (query, context) -> views.flaky(query));
        door.add(routes, Route.OPENAPI,
                context -> context.contentType("application/yaml").result(Assets.text("/openapi.yaml")));
        add(routes, Route.CASES, (query, context) -> views.cases(context.pathParam("run"), query));
        add(routes, Route.COUNT, (query, context) -> views.count(context.pathParam("run"), query));
        add(routes, Route.GROUPS, (query, context) -> views.groups(context.pathParam("run"), query));
        add(routes, Route.TIMES, (query, context) -> views.times(context.pathParam("run"), query));
        add(routes, Route.CASE, (query, context) -> views.testCase(context.pathParam("run"),
                context.pathParam("number"), query));
    }

    private void add(RoutesConfig routes, Route route, Answer answer) {
        door.add(routes, route, context -> {
            try {
                CoordinatorServer.json(context, answer.of(Query.of(context.queryParamMap()), context));
            } catch (RefusedRun e) {
                CoordinatorServer.problem(context, e.isMissing() ? 404 : 400, e.getMessage());
            }
        });
    }

    /** A link that is followed once begins a session, and disappears from the address. */
    private void page(Context context) {
        var key = context.queryParam("key");
        if (key != null) {
            context.redirect(door.sessions().redeem(key, context) ? "/" : "/?used");
            return;
        }
        context.header("Content-Security-Policy", Assets.pagePolicy() + "; frame-ancestors 'none'")
                .header("Referrer-Policy", "no-referrer").header("Cache-Control", "no-cache").html(Assets.page());
    }

    /** A session can't prolong itself: only who has the token gets a link, or everybody where none is asked for. */
    private String ownToken(Context context) throws Denied {
        var given = context.header("Authorization");
        if (given == null && door.tokens().caller(null, context.req().getRemoteAddr()).isEmpty()) {
            throw new Denied(FORBIDDEN, "a link is made for who sends the token itself, not for a session");
        }
        return Objects.requireNonNullElse(given, "");
    }

    private void signIn(Context context) throws Denied {
        Route.SESSION.checkBody(context);
        var authorization = "Bearer " + CoordinatorServer.body(context, Token.class).token();
        if (door.tokens().caller(authorization, context.req().getRemoteAddr()).isEmpty()) {
            throw new Denied(UNAUTHORIZED, "this is not a valid token, or it has expired or was revoked");
        }
        door.sessions().begin(authorization, context.status(204));
    }

    private Map<String, Object> me(Context context) {
        var caller = Door.caller(context);
        var me = new LinkedHashMap<String, Object>(Map.of("name", caller.name(), "role", caller.role()));
        me.put("kind", fleet == null ? "laptop" : "coordinator");
        if (fleet != null) {
            me.put("fleet", fleet);
        }
        return me;
    }
}
