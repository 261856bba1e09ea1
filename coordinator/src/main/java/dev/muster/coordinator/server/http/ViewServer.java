package dev.muster.coordinator.server.http;

import module java.base;
import dev.muster.common.json.JsonTrouble;
import dev.muster.common.status.ListenAddress;
import dev.muster.common.time.Ticker;
import dev.muster.coordinator.pages.api.Views;
import dev.muster.coordinator.run.RefusedRun;
import dev.muster.coordinator.run.RunPage.Waiting;
import dev.muster.coordinator.store.StoreException;
import dev.muster.coordinator.store.TokenTable;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.HttpResponseException;
import io.javalin.http.NotFoundResponse;
import tools.jackson.core.JacksonException;

/** Serves the pages of a local history on loopback to holders of its link; changes nothing. */
public final class ViewServer implements AutoCloseable {

    private final HttpEndpoint endpoint;
    private final String token;
    private final LiveStream live;
    private final ViewRoutes routes;
    private final Javalin server;

    private ViewServer(Views views, int port) {
        this.token = Sessions.random();
        this.endpoint = new HttpEndpoint(new ListenAddress("127.0.0.1", port, token),
                new TokenHolders(token, null, Map::of, InstantSource.system(), Ticker.system()));
        this.live = new LiveStream(views.live(_ -> Waiting.NOTHING), endpoint);
        this.routes = new ViewRoutes(views, live, null, endpoint, _ -> Waiting.NOTHING);
        this.server = Javalin.create(this::configure);
    }

    /**
     * @param port 0 for any that is free
     * @throws HttpException when the port is taken
     */
    public static ViewServer start(Views views, int port) {
        var server = new ViewServer(views, port);
        server.endpoint.open(server.server);
        return server;
    }

    /** Returns a link that opens the page once, in one browser. */
    public String link() {
        return endpoint.url(server) + "/?key=" + endpoint.sessions().invite(TokenTable.hash(token));
    }

    @Override
    public void close() {
        live.close();
        server.stop();
    }

    private void configure(JavalinConfig config) {
        endpoint.configure(config);
        routes.add(config.routes);
        problems(config);
    }

    /** Says in a sentence what is wrong with a request. */
    static void problems(JavalinConfig config) {
        config.routes.exception(HttpResponseException.class, (e, context) -> CoordinatorServer.problem(context,
                e.getStatus(), e instanceof NotFoundResponse ? "there is no " + context.path() : e.getMessage()));
        config.routes.exception(JacksonException.class, (e, context) -> CoordinatorServer.problem(context, 400,
                "the body is not what was expected: " + JsonTrouble.of(e)));
        config.routes.exception(RefusedRun.class,
                (e, context) -> CoordinatorServer.problem(context, e.isBadValue() ? 400 : 409, e.getMessage()));
        config.routes.exception(StoreException.class,
                (e, context) -> CoordinatorServer.problem(context, 503, // where the database is, its log says
                        String.valueOf(e.getMessage()).replaceFirst("PostgreSQL at jdbc:\\S+?(?=:? )", "PostgreSQL")));
    }
}
