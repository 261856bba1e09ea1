package dev.muster.coordinator.server.http;

import module java.base;
import dev.muster.common.bundle.CaseFiles;
import dev.muster.common.json.Json;
import dev.muster.common.json.JsonTrouble;
import dev.muster.common.status.ListenAddress;
import dev.muster.common.status.StatusPages;
import dev.muster.coordinator.run.HelperAgents;
import dev.muster.coordinator.run.HelperQuestion;
import dev.muster.coordinator.run.HelperRole;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.SuiteStream;
import dev.muster.coordinator.server.Coordinator;
import dev.muster.coordinator.store.StoreException;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Serves a {@link Coordinator} to clients: suites arrive as a stream, results leave page by page. */
public final class CoordinatorServer implements AutoCloseable {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

    private final Coordinator coordinator;
    private final HelperAgents agents;
    private final StatusRoutes status;
    private final ListenAddress door;
    private final Javalin server;

    private CoordinatorServer(Coordinator coordinator, HelperAgents agents, StatusPages pages, ListenAddress door) {
        this.coordinator = coordinator;
        this.agents = agents;
        this.status = new StatusRoutes(pages, door);
        this.door = door;
        this.server = Javalin.create(this::configure);
    }

    /** @throws HttpException when the port is taken, or when it may not listen there without a token */
    public static CoordinatorServer start(Coordinator coordinator, HelperAgents agents, StatusPages pages,
            ListenAddress door) {
        var server = new CoordinatorServer(coordinator, agents, pages, door);
        StatusRoutes.open(server.server, door);
        return server;
    }

    /** Returns the URL, such as {@code http://127.0.0.1:7070}. */
    public String url() {
        return "http://" + door.host() + ":" + server.port();
    }

    @Override
    public void close() {
        server.stop();
    }

    private void configure(JavalinConfig config) {
        config.startup.showJavalinBanner = false;
        config.concurrency.useVirtualThreads = true;
        config.routes.before("/api/*", status::admit);
        status.add(config.routes);
        config.routes.get("/api/fleet", context -> json(context, coordinator.status()));
        config.routes.post("/api/runs", this::submit);
        config.routes.get("/api/runs/{run}/results", this::follow);
        new ControlRoutes(coordinator).add(config.routes);
        new BlobRoutes(coordinator.blobs()).add(config.routes);
        for (var role : HelperRole.values()) {
            config.routes.post("/api/" + role.action(), this::ask);
        }
        config.routes.exception(RefusedRun.class, (e, context) -> problem(context, 409, e.getMessage()));
        config.routes.exception(StoreException.class, (e, context) -> problem(context, 503, e.getMessage()));
        config.routes.exception(JacksonException.class,
                (e, context) -> problem(context, 400, "the body is not what was expected: " + JsonTrouble.of(e)));
        config.routes.exception(NumberFormatException.class,
                (e, context) -> problem(context, 400, "a parameter is no number: " + e.getMessage()));
    }

    private void submit(Context context) throws IOException, RefusedRun {
        try (var suite = SuiteStream.read(context.bodyInputStream())) {
            refuseFilesInPlace(suite.request().settings().cases().files());
            json(context.status(201), Map.of("run", coordinator.submit(suite.request(), suite)));
        }
    }

    /** Calls an agent for a client from this process, which has the fleet's secrets. */
    private void ask(Context context) throws IOException, InterruptedException {
        json(context, agents.ask(Json.MAPPER.readValue(context.bodyInputStream(), HelperQuestion.class)));
    }

    private static void refuseFilesInPlace(CaseFiles files) throws RefusedRun {
        if (files instanceof CaseFiles.InPlace) {
            throw new RefusedRun("a fleet takes files by their content, not by a place on the client's machine");
        }
    }

    private void follow(Context context) throws InterruptedException {
        var wait = Duration.ofMillis(number(context, "wait_ms"));
        var page = coordinator.follow(context.pathParam("run"), number(context, "after"),
                wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait);
        page.ifPresentOrElse(found -> json(context, found),
                () -> problem(context, 404, "there is no run " + context.pathParam("run")));
    }

    static long number(Context context, String name) {
        var given = context.queryParam(name);
        return given == null ? 0 : Long.parseLong(given);
    }

    private static void problem(Context context, int status, @Nullable String message) {
        json(context.status(status), Map.of("error", String.valueOf(message)));
    }

    static void json(Context context, Object body) {
        context.contentType("application/json").result(Json.MAPPER.writeValueAsBytes(body));
    }
}
