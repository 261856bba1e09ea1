package dev.muster.coordinator.server.http;

import static dev.muster.coordinator.run.Role.ADMIN;
import static dev.muster.coordinator.run.Role.SUBMITTER;
import static dev.muster.coordinator.run.Role.VIEWER;
import static dev.muster.coordinator.run.Role.WORKER;

import module java.base;
import dev.muster.common.access.Denied;
import dev.muster.coordinator.run.Requester;
import dev.muster.coordinator.run.Role;
import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

/** Every route of a coordinator behind its door: which body it takes, and who may take it. */
enum Route {
    METRICS("GET", "/metrics", Body.NONE, VIEWER, SUBMITTER, ADMIN),
    FLEET("GET", "/api/v1/fleet", Body.NONE, VIEWER, SUBMITTER, ADMIN),
    /** A worker joins the fleet of its coordinator, and needs no more of it than this. */
    FLEET_NAME("GET", "/api/v1/fleet/name", Body.NONE, VIEWER, SUBMITTER, WORKER, ADMIN),
    /** Shows that the coordinator knows a token, before a client sends it. */
    PROOF("GET", "/api/v1/proof", Body.NONE),
    /** Begins a session of a page; takes a token, or the key of a link. */
    SESSION("POST", "/api/v1/session", Body.JSON),
    /** Makes a key that begins a session in a page, once. */
    LINK("POST", "/api/v1/session/link", Body.NONE, VIEWER, SUBMITTER, ADMIN),
    SIGN_OUT("DELETE", "/api/v1/session", Body.NONE, VIEWER, SUBMITTER, ADMIN),
    ME("GET", "/api/v1/me", Body.NONE, VIEWER, SUBMITTER, ADMIN),
    HOME("GET", "/api/v1/home", Body.NONE, VIEWER, SUBMITTER, ADMIN),
    RUNS("GET", "/api/v1/runs", Body.NONE, VIEWER, SUBMITTER, ADMIN),
    LIVE("GET", "/api/v1/live", Body.NONE, VIEWER, SUBMITTER, ADMIN),
    RUN("GET", "/api/v1/runs/{run}", Body.NONE, VIEWER, SUBMITTER, ADMIN),
    /** Finds runs as a client needs them, with their settings. */
    STORED_RUNS("GET", "/api/v1/stored-runs", Body.NONE, VIEWER, SUBMITTER, ADMIN),
    CASES("GET", "/api/v1/runs/{run}/cases", Body.NONE, VIEWER, SUBMITTER, ADMIN),
    COUNT("GET", "/api/v1/runs/{run}/count", Body.NONE, VIEWER, SUBMITTER, ADMIN),
    GROUPS("GET", "/api/v1/runs/{run}/groups", Body.NONE, VIEWER, SUBMITTER, ADMIN),
    TIMES("GET", "/api/v1/runs/{run}/times", Body.NONE, VIEWER, SUBMITTER, ADMIN),
    CASE("GET", "/api/v1/runs/{run}/cases/{number}", Body.NONE, VIEWER, SUBMITTER, ADMIN),
    HISTORY("GET", "/api/v1/history", Body.NONE, VIEWER, SUBMITTER, ADMIN),
    COMPARE("GET", "/api/v1/compare", Body.NONE, VIEWER, SUBMITTER, ADMIN),
    COMPARE_CASES("GET", "/api/v1/compare/cases", Body.NONE, VIEWER, SUBMITTER, ADMIN),
    TRENDS("GET", "/api/v1/trends", Body.NONE, VIEWER, SUBMITTER, ADMIN),
    FLAKY("GET", "/api/v1/flaky", Body.NONE, VIEWER, SUBMITTER, ADMIN),
    OPENAPI("GET", "/api/v1/openapi.yaml", Body.NONE, VIEWER, SUBMITTER, ADMIN),
    DELETE("DELETE", "/api/v1/runs/{run}", Body.NONE, SUBMITTER, ADMIN),
    SUBMIT("POST", "/api/v1/runs", Body.SUITE, SUBMITTER, ADMIN),
    RESULTS("GET", "/api/v1/runs/{run}/results", Body.NONE, VIEWER, SUBMITTER, ADMIN),
    NEWS("GET", "/api/v1/runs/{run}/news", Body.NONE, VIEWER, SUBMITTER, ADMIN),
    STOP("POST", "/api/v1/runs/{run}/stop", Body.NONE, SUBMITTER, ADMIN),
    PAUSE("POST", "/api/v1/runs/{run}/pause", Body.NONE, SUBMITTER, ADMIN),
    CONTINUE("POST", "/api/v1/runs/{run}/continue", Body.NONE, SUBMITTER, ADMIN),
    AGAIN("POST", "/api/v1/runs/{run}/again", Body.NONE, SUBMITTER, ADMIN),
    VERDICTS("GET", "/api/v1/verdicts", Body.NONE, VIEWER, SUBMITTER, ADMIN),
    HAS_BLOB("HEAD", "/api/v1/blobs/{sha256}", Body.NONE, SUBMITTER, ADMIN),
    GET_BLOB("GET", "/api/v1/blobs/{sha256}", Body.NONE, WORKER, ADMIN),
    PUT_BLOB("PUT", "/api/v1/blobs/{sha256}", Body.FILE, SUBMITTER, ADMIN),
    GENERATE("POST", "/api/v1/generate", Body.JSON, SUBMITTER, ADMIN),
    REPORT("POST", "/api/v1/report", Body.JSON, SUBMITTER, ADMIN),
    TOKENS("GET", "/api/v1/tokens", Body.NONE, ADMIN),
    CREATE_TOKEN("POST", "/api/v1/tokens", Body.JSON, ADMIN),
    REVOKE_TOKEN("DELETE", "/api/v1/tokens/{token}", Body.NONE, ADMIN),
    AUDIT("GET", "/api/v1/audit", Body.NONE, ADMIN);

    private static final int FORBIDDEN = 403;
    private static final int UNSUPPORTED = 415;
    private static final int BAD = 400;

    private final String method;
    private final String path;
    private final Body body;
    @SuppressWarnings("ImmutableEnumChecker") // List.of can't be changed
    private final List<Role> roles;

    Route(String method, String path, Body body, Role... roles) {
        this.method = method;
        this.path = path;
        this.body = body;
        this.roles = List.of(roles);
    }

    /** What a request brings along. */
    enum Body {
        NONE(""),
        JSON("application/json"),
        SUITE("application/x-ndjson"),
        FILE("application/octet-stream");

        private final String type;

        Body(String type) {
            this.type = type;
        }

        String type() {
            return type;
        }
    }

    String method() {
        return method;
    }

    String path() {
        return path;
    }

    Body body() {
        return body;
    }

    /** Returns whether it makes or ends rights, which a session may not: they would outlive it. */
    boolean makesRights() {
        return this == LINK || this == CREATE_TOKEN || this == REVOKE_TOKEN;
    }

    /**
     * @throws Denied when the caller's role is too small (403), the type is another (415), or a body is in the way
     * (400)
     */
    void check(Requester caller, Context context) throws Denied {
        if (!roles.contains(caller.role())) {
            throw new Denied(FORBIDDEN, "the token '" + caller.name() + "' has the role " + caller.role().wire()
                    + ", and this requires " + roles.stream().map(Role::wire).collect(Collectors.joining(" or ")));
        }
        checkBody(context);
    }

    /** @throws Denied when the type is another (415), or a body is in the way (400) */
    void checkBody(Context context) throws Denied {
        var type = type(context.contentType());
        if (body == Body.NONE ? !type.isEmpty() && !type.equals(Body.JSON.type) : !type.equals(body.type)) {
            throw new Denied(UNSUPPORTED, "the Content-Type has to be "
                    + (body == Body.NONE ? "left out, there is no body" : body.type));
        }
        if (body == Body.NONE && (context.contentLength() > 0 || context.header("Transfer-Encoding") != null)) {
            throw new Denied(BAD, "this takes no body");
        }
    }

    /** Without its parameters. */
    private static String type(@Nullable String given) {
        var text = given == null ? "" : given;
        int end = text.indexOf(';');
        return (end < 0 ? text : text.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }
}
