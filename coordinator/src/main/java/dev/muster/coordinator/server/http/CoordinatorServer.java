package dev.muster.coordinator.server.http;

import module java.base;
import dev.muster.common.access.Denied;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.json.CompleteJson;
import dev.muster.common.json.Json;
import dev.muster.common.status.StatusPages;
import dev.muster.coordinator.run.HelperAgents;
import dev.muster.coordinator.run.HelperQuestion;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.SuiteStream;
import dev.muster.coordinator.server.Coordinator;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

/** Serves a {@link Coordinator} to clients: suites arrive as a stream, results leave page by page. */
public final class CoordinatorServer implements AutoCloseable {

    private static final int TOO_LARGE = 413;
    private static final int SUITES_AT_ONCE = 4;
    /** Above what the largest run has; it bounds the space on the disk. */
    private static final long LARGEST_SUITE = 4L << 30;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

    private final Coordinator coordinator;
    private final HelperAgents agents;
    private final StatusRoutes status;
    private final HttpEndpoint endpoint;
    private final LiveStream live;
    private final Uploads suites = new Uploads("suites", SUITES_AT_ONCE);
    private final long blobQuota;
    private final Javalin server;

    private CoordinatorServer(Coordinator coordinator, HelperAgents agents, StatusPages pages, HttpEndpoint endpoint,
            long blobQuota) {
        this.coordinator = coordinator;
        this.agents = agents;
        this.status = new StatusRoutes(pages, endpoint);
        this.endpoint = endpoint;
        this.live = new LiveStream(coordinator.views().live(coordinator::waiting), endpoint);
        this.blobQuota = blobQuota;
        this.server = Javalin.create(this::configure);
    }

    /**
     * @param blobQuota bytes that the files of all runs may have together
     * @throws HttpException when the port is taken, or when it may not listen there without a token
     */
    public static CoordinatorServer start(Coordinator coordinator, HelperAgents agents, StatusPages pages,
            HttpEndpoint endpoint, long blobQuota) {
        var server = new CoordinatorServer(coordinator, agents, pages, endpoint, blobQuota);
        endpoint.open(server.server);
        return server;
    }

    /** Returns the URL, such as {@code http://127.0.0.1:7070}. */
    public String url() {
        return endpoint.url(server);
    }

    @Override
    public void close() {
        live.close();
        server.stop();
    }

    private void configure(JavalinConfig config) {
        var routes = config.routes;
        endpoint.configure(config);
        status.add(routes);
        new ViewRoutes(coordinator.views(), live, coordinator.fleet(), endpoint, coordinator::waiting).add(routes);
        endpoint.add(routes, Route.FLEET, context -> json(context, coordinator.status()));
        endpoint.add(routes, Route.FLEET_NAME, context -> json(context, Map.of("fleet", coordinator.fleet())));
        endpoint.add(routes, Route.SUBMIT, this::submit);
        endpoint.add(routes, Route.RESULTS, this::follow);
        endpoint.add(routes, Route.NEWS, context -> json(context,
                coordinator.news(coordinator.find(context.pathParam("run")).id())));
        endpoint.add(routes, Route.VERDICTS, this::verdicts);
        endpoint.add(routes, Route.GENERATE, this::ask);
        endpoint.add(routes, Route.REPORT, this::ask);
        new ControlRoutes(coordinator, endpoint).add(routes);
        new BlobRoutes(coordinator.blobs(), blobQuota, endpoint).add(routes);
        new AccessRoutes(coordinator, endpoint).add(routes);
        ViewServer.problems(config);
        routes.exception(NumberFormatException.class,
                (e, context) -> problem(context, 400, "a parameter is not a number: " + e.getMessage()));
    }

    private void submit(Context context) throws IOException, RefusedRun, Denied {
        suites.receive(context, LARGEST_SUITE, upload -> submit(context, upload));
    }

    private void submit(Context context, ReceivedFile upload) throws IOException, RefusedRun, Denied {
        if (upload.size() > LARGEST_SUITE) {
            throw new Denied(TOO_LARGE, "a suite may have " + (LARGEST_SUITE >> 30)
                    + " GiB when it is sent to a coordinator, and this one has more; run it in parts");
        }
        try (var suite = SuiteStream.read(upload.content())) {
            refuseFilesInPlace(suite.request().settings().cases().files());
            json(context.status(201),
                    Map.of("run", coordinator.submit(suite.request(), suite, HttpEndpoint.caller(context))));
        }
    }

    /** Calls an agent for a client from this process, which has the fleet's secrets. */
    private void ask(Context context) throws IOException, InterruptedException {
        json(context, agents.ask(body(context, HelperQuestion.class)));
    }

    /** Reads a body; one that lacks something has another form than expected. */
    static <T extends Record> T body(Context context, Class<T> type) {
        return CompleteJson.read(context.bodyInputStream(), type);
    }

    private static void refuseFilesInPlace(CaseFiles files) throws RefusedRun {
        if (files instanceof CaseFiles.InPlace) {
            throw new RefusedRun("a fleet takes files by their content, not by a path on the client's machine");
        }
    }

    private void follow(Context context) throws InterruptedException {
        var wait = Duration.ofMillis(number(context, "wait_ms"));
        var page = coordinator.follow(context.pathParam("run"), number(context, "after"),
                wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait);
        page.ifPresentOrElse(found -> json(context, found),
                () -> problem(context, 404, "run " + context.pathParam("run") + " does not exist"));
    }

    private void verdicts(Context context) {
        json(context, coordinator.verdicts(text(context, "project"),
                Objects.requireNonNullElse(context.queryParam("agent"), ""),
                Objects.requireNonNullElse(context.queryParam("after"), ""), "true".equals(context.queryParam("all"))));
    }

    /** Returns a parameter; null for none, and for an empty one. */
    static @Nullable String text(Context context, String name) {
        var given = context.queryParam(name);
        return given == null || given.isEmpty() ? null : given;
    }

    static long number(Context context, String name) {
        var given = context.queryParam(name);
        return given == null ? 0 : Long.parseLong(given);
    }

    static void problem(Context context, int status, @Nullable String message) {
        json(context.status(status), Map.of("error", String.valueOf(message)));
    }

    static void json(Context context, Object body) {
        context.contentType("application/json").result(Json.MAPPER.writeValueAsBytes(body));
    }
}
