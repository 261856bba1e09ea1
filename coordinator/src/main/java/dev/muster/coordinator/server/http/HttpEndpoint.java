package dev.muster.coordinator.server.http;

import module java.base;
import dev.muster.common.access.Denied;
import dev.muster.common.access.Tls;
import dev.muster.common.status.ListenAddress;
import dev.muster.coordinator.run.Requester;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpStatus;
import io.javalin.util.JavalinBindException;
import io.javalin.util.JavalinLogger;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * The endpoint of a coordinator, whether it leads or stands by. Each request passes the host (421), the origin (403),
 * the token (401), its role (403) and the content type (415) before anything reads its body.
 */
public final class HttpEndpoint {

    private static final Set<String> OPEN = Set.of("/health", "/ready");
    private static final String CALLER = "muster.caller";
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    /** From the connection to the end of its first request's head. */
    private static final long LONGEST_HEAD_SECONDS = 30;
    private static final int MOST_DRAINED = 16 << 20;
    private final ListenAddress address;
    private final TokenHolders tokens;
    private final Sessions sessions;

    /**
     * @param address where to listen
     * @param tokens who is who
     * @param sessions of pages, which stand for tokens
     */
    public HttpEndpoint(ListenAddress address, TokenHolders tokens, Sessions sessions) {
        this.address = address;
        this.tokens = tokens;
        this.sessions = sessions;
    }

    ListenAddress address() {
        return address;
    }

    TokenHolders tokens() {
        return tokens;
    }

    Sessions sessions() {
        return sessions;
    }

    public HttpEndpoint(ListenAddress address, TokenHolders tokens) {
        this(address, tokens, new Sessions(InstantSource.system()));
    }

    /** Returns the endpoint of the same coordinator at another port. */
    HttpEndpoint at(int port) {
        return new HttpEndpoint(address.at(port), tokens, sessions);
    }

    void configure(JavalinConfig config) {
        config.startup.showJavalinBanner = false;
        config.concurrency.useVirtualThreads = true;
        config.jetty.addConnector(this::connector);
        config.routes.before(this::enter);
        config.routes.after(HttpEndpoint::endRefused);
        config.routes.exception(Denied.class, (e, context) -> CoordinatorServer.problem(context, e.status(),
                e.getMessage()));
    }

    /** Puts a handler behind the checks of its route. */
    void add(RoutesConfig routes, Route route, Handler handler) {
        routes.addHttpHandler(HandlerType.findOrCreate(route.method()), route.path(), context -> {
            route.check(caller(context), context);
            if (route.makesRights() && isSession(context)) {
                throw new Denied(FORBIDDEN, "a page session may not do this: send the token itself, as "
                        + "'muster token' and 'muster view --coordinator' do");
            }
            handler.handle(context);
        });
    }

    static Requester caller(Context context) {
        return Objects.requireNonNull(context.<Requester>attribute(CALLER), "the endpoint sets the caller");
    }

    /** @throws HttpException when the port is taken, or when it may not listen there without a token */
    void open(Javalin server) {
        address.trouble().ifPresent(trouble -> {
            throw new HttpException(trouble);
        });
        JavalinLogger.enabled = false; // what prevents a start is thrown, too
        try {
            server.start();
        } catch (JavalinBindException e) {
            throw new HttpException(address.taken("--port"));
        } finally {
            JavalinLogger.enabled = true;
        }
    }

    String url(Javalin server) {
        return address.url(server.port());
    }

    /**
     * Ends the connection of a refused request, whose body may be unread, and of everyone who is not known. A caller
     * who is known gets to hear why: a connection that is closed before its client has sent everything loses the answer
     * on the way. A client that waits for 100 Continue has not sent any of it.
     */
    private static void endRefused(Context context) throws IOException {
        boolean known = context.attribute(CALLER) != null;
        if (known && (context.statusCode() < HttpStatus.BAD_REQUEST.getCode()
                || context.method().equals(HandlerType.GET))) {
            return;
        }
        context.header("Connection", "close");
        boolean unsent = context.statusCode() == Uploads.TOO_MANY && context.header("Expect") != null;
        if (known && !unsent) {
            var body = context.bodyInputStream();
            var piece = new byte[1 << 16];
            for (long read = 0; read < MOST_DRAINED;) {
                int more = body.read(piece);
                if (more < 0) {
                    return;
                }
                read += more;
            }
        }
    }

    /** The page and what leads to it hold no data, a proof shows nothing of a token, and a session begins here. */
    private static boolean isWithoutToken(Context context) {
        boolean isPage = context.path().equals("/") || ViewRoutes.PAGES.contains(context.path().substring(1));
        if (isPage && context.method().equals(HandlerType.GET)) {
            return true;
        }
        return Stream.of(Route.PROOF, Route.SESSION).anyMatch(route -> route.path().equals(context.path())
                && route.method().equals(context.method().name()));
    }

    private void enter(Context context) throws Denied {
        context.header("Cache-Control", "no-store").header("X-Content-Type-Options", "nosniff")
                .header("Cross-Origin-Resource-Policy", "same-origin");
        if (OPEN.contains(context.path())) {
            return;
        }
        var request = context.req();
        address.hosts().check(Collections.list(request.getHeaders("Host")),
                Collections.list(request.getHeaders("Origin")), request.getScheme());
        if (isWithoutToken(context)) {
            return;
        }
        context.attribute(CALLER,
                known(context).orElseThrow(
                        () -> new Denied(UNAUTHORIZED, "this coordinator requires a token that is neither "
                                + "expired nor revoked: set MUSTER_TOKEN to it")));
    }

    /** A page says where it comes from whenever it changes something; a session alone changes nothing. */
    Optional<Requester> known(Context context) {
        var given = context.header("Authorization");
        boolean changes = !context.method().equals(HandlerType.GET);
        return given != null || (changes && context.header("Origin") == null)
                ? tokens.caller(given, context.req().getRemoteAddr())
                : tokens.holder(sessions.holder(context.header(Sessions.HEADER)), context.req().getRemoteAddr());
    }

    /** Returns whether a caller, who is known, has shown no token. */
    private boolean isSession(Context context) {
        return context.header("Authorization") == null
                && tokens.caller(null, context.req().getRemoteAddr()).isEmpty();
    }

    private Connector connector(Server server, HttpConfiguration plain) {
        // otherwise a header is taken for one that came earlier over the connection, whatever the case of its token
        plain.setHeaderCacheCaseSensitive(true);
        plain.setSendServerVersion(false);
        var connector = address.tls() == null ? new ServerConnector(server, new HttpConnectionFactory(plain))
                : encrypted(server, plain, address.tls());
        // byte by byte, a head never is idle for long
        connector.addBean(new Connection.Listener() {
            @Override
            public void onOpened(Connection connection) {
                connector.getScheduler().schedule(() -> {
                    if (connection.getMessagesIn() == 0) {
                        connection.getEndPoint().close();
                    }
                }, LONGEST_HEAD_SECONDS, TimeUnit.SECONDS);
            }
        });
        connector.setHost(address.host());
        connector.setPort(address.port());
        return connector;
    }

    private static ServerConnector encrypted(Server server, HttpConfiguration plain, Tls tls) {
        var factory = new SslContextFactory.Server();
        factory.setSslContext(tls.context());
        factory.setNeedClientAuth(tls.asksForCertificate());
        factory.setIncludeProtocols(Tls.VERSIONS.toArray(String[]::new));
        var configuration = new HttpConfiguration(plain);
        configuration.addCustomizer(new SecureRequestCustomizer(false)); // the endpoint checks the host
        return new ServerConnector(server, new SslConnectionFactory(factory, "http/1.1"),
                new HttpConnectionFactory(configuration));
    }
}
