package dev.muster.coordinator.server.http;

import module java.base;
import dev.muster.common.access.Denied;
import dev.muster.coordinator.pages.api.Query;
import dev.muster.coordinator.pages.api.Views;
import dev.muster.coordinator.pages.assets.Assets;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.Role;
import dev.muster.coordinator.run.RunPage.Waiting;
import dev.muster.coordinator.run.StoredRun;
import dev.muster.coordinator.store.TokenTable;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

/** The page, the sessions of those who look at it, and what it reads. */
final class ViewRoutes {

    private static final int UNAUTHORIZED = 401;
    private static final int BAD = 400;
    private static final int FORBIDDEN = 403;
    private static final int MISSING = 404;
    /** What people type without the {@code #} before it. */
    static final Set<String> PAGES = Set.of("home", "runs", "compare", "trends", "flaky", "fleet", "audit");
    private static final Pattern NONCE = Pattern.compile("[0-9a-f]{32,128}");
    private final Views views;
    private final LiveStream live;
    private final @Nullable String fleet;
    private final HttpEndpoint endpoint;
    private final Function<StoredRun, Waiting> waiting;

    /**
     * @param fleet null for the local history, which a page does not change
     * @param waiting what a run waits for
     */
    ViewRoutes(Views views, LiveStream live, @Nullable String fleet, HttpEndpoint endpoint,
            Function<StoredRun, Waiting> waiting) {
        this.views = views;
        this.live = live;
        this.fleet = fleet;
        this.endpoint = endpoint;
        this.waiting = waiting;
    }

    /** @param key what is added to the page's address as {@code ?key=} */
    private record Link(String key) {}

    /** @param proof see {@link dev.muster.common.access.TokenProof} */
    private record Proof(String proof) {}

    private void prove(Context context) throws Denied {
        Route.PROOF.checkBody(context);
        var nonce = Objects.requireNonNullElse(context.queryParam("nonce"), "");
        if (!NONCE.matcher(nonce).matches()) {
            throw new Denied(BAD, "'nonce' takes 32 to 128 hexadecimal digits");
        }
        CoordinatorServer.json(context, new Proof(endpoint.tokens().proof(
                Objects.requireNonNullElse(context.queryParam("token"), ""), nonce, context.req().getLocalPort())
                .orElseThrow(() -> new Denied(MISSING, "this coordinator does not know this token"))));
    }

    void add(RoutesConfig routes) {
        routes.get("/", this::page);
        PAGES.forEach(page -> routes.get("/" + page, context -> context.status(302).header("Location", "./#/" + page)));
        routes.post(Route.SESSION.path(), this::signIn);
        routes.get(Route.PROOF.path(), this::prove);
        endpoint.add(routes, Route.SIGN_OUT, context -> {
            endpoint.sessions().end(context.header(Sessions.HEADER));
            context.status(204);
        });
        endpoint.add(routes, Route.LINK, context -> CoordinatorServer.json(context.status(201),
                new Link(endpoint.sessions().invite(TokenHolders.hash(context.header("Authorization"))))));
        endpoint.add(routes, Route.LIVE, live::serve);
        add(routes, Route.ME, (query, context) -> me(context));
        add(routes, Route.RUNS, (query, context) -> views.runs(query));
        add(routes, Route.RUN, (query, context) -> views.run(context.pathParam("run"), waiting));
        add(routes, Route.HOME, (query, context) -> views.home(query));
        add(routes, Route.HISTORY, (query, context) -> views.history(query));
        add(routes, Route.COMPARE, (query, context) -> views.compare(query));
        add(routes, Route.COMPARE_CASES, (query, context) -> views.compareCases(query));
        add(routes, Route.TRENDS, (query, context) -> views.trends(query));
        add(routes, Route.FLAKY, (query, context) -> views.flaky(query));
        endpoint.add(routes, Route.OPENAPI,
                context -> context.contentType("application/yaml").result(Assets.text("/openapi.yaml")));
        add(routes, Route.CASES, (query, context) -> views.cases(context.pathParam("run"), query));
        add(routes, Route.COUNT, (query, context) -> views.count(context.pathParam("run"), query));
        add(routes, Route.GROUPS, (query, context) -> views.groups(context.pathParam("run"), query));
        add(routes, Route.TIMES, (query, context) -> views.times(context.pathParam("run"), query));
        add(routes, Route.CASE, (query, context) -> views.testCase(context.pathParam("run"),
                context.pathParam("number"), query));
    }

    private void add(RoutesConfig routes, Route route, PageAnswer answer) {
        endpoint.add(routes, route, context -> {
            try {
                CoordinatorServer.json(context, answer.of(Query.of(context.queryParamMap()), context));
            } catch (RefusedRun e) {
                CoordinatorServer.problem(context, e.isMissing() ? 404 : 400, e.getMessage());
            }
        });
    }

    /** Holds no data; its script begins the session of a link. */
    private void page(Context context) {
        context.header("Content-Security-Policy", Assets.pagePolicy() + "; frame-ancestors 'none'")
                .header("Referrer-Policy", "no-referrer").header("Cache-Control", "no-cache").html(Assets.page());
    }

    private void signIn(Context context) throws Denied {
        Route.SESSION.checkBody(context);
        var given = CoordinatorServer.body(context, SessionRequest.class);
        if ((given.token() == null) == (given.key() == null)) {
            throw new Denied(BAD,
                    "a session begins with a token or with the key of a link: {\"token\": …} or {\"key\": …}");
        }
        CoordinatorServer.json(context.status(201), new BegunSession(given.token() == null
                ? ofLink(String.valueOf(given.key())) : ofToken(given.token(), context)));
    }

    private String ofLink(String key) throws Denied {
        return endpoint.sessions().redeem(key).orElseThrow(() -> new Denied(UNAUTHORIZED,
                "this link has been used, or it has expired; 'muster view' prints a new one"));
    }

    private String ofToken(String token, Context context) throws Denied {
        var holder = TokenTable.hash(token);
        var caller = endpoint.tokens().holder(holder, context.req().getRemoteAddr()).orElseThrow(() -> new Denied(
                UNAUTHORIZED, "this is not a valid token, or it has expired or was revoked"));
        if (caller.role() == Role.WORKER) {
            throw new Denied(FORBIDDEN,
                    "a worker token can't open pages; use one of the role viewer, submitter or admin");
        }
        return endpoint.sessions().begin(holder);
    }

    private Map<String, Object> me(Context context) {
        var caller = HttpEndpoint.caller(context);
        var me = new LinkedHashMap<String, Object>(Map.of("name", caller.name(), "role", caller.role()));
        me.put("kind", fleet == null ? "laptop" : "coordinator");
        if (fleet != null) {
            me.put("fleet", fleet);
        }
        var project = views.project();
        if (project != null) {
            me.put("project", project);
        }
        return me;
    }
}
