package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.RetryingAgent;
import dev.muster.common.time.Deadline;
import java.net.Proxy;
import java.util.logging.Logger;
import okhttp3.ConnectionPool;
import okhttp3.ConnectionSpec;
import okhttp3.Dns;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.internal.concurrent.TaskRunner;
import okhttp3.internal.connection.ConnectionListener;
import okio.ByteString;
import okio.Socket;
import org.jspecify.annotations.Nullable;

/**
 * The one HTTP client of a process. A call runs on the calling thread, is limited only by its deadline, follows no
 * redirect and is not retried here.
 */
public final class HttpCalls implements AutoCloseable {

    /**
     * Where a call of this thread belongs in a trace, as W3C's {@code traceparent}; unbound where nothing is traced.
     */
    public static final ScopedValue<String> TRACE = ScopedValue.newInstance();

    static final String WEB_SOCKET = "WebSocket";
    private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final Duration CONNECT = Duration.ofSeconds(10);
    /**
     * Shorter than the 5 s after which common servers close an idle connection, so that we rarely meet a closed one.
     */
    private static final Duration IDLE = Duration.ofSeconds(4);

    /** The end of each call looks at all connections of a pool, and so does the start of the next one. */
    private static final int CALLS_OF_A_POOL = 16;
    private static final int MOST_POOLS = 64;
    private static final int MOST_URLS = 256;

    /** One for each pool. */
    private final List<OkHttpClient> plain;
    private final Failures failures;
    private final @Nullable Recording recording;
    /** Addresses as parsed; all calls of most agents have one address. */
    private final Map<String, HttpUrl> urls = new ConcurrentHashMap<>();
    private volatile @Nullable List<OkHttpClient> secure;

    /**
     * @param slots maximum number of concurrent calls; as many connections are kept
     * @param clock reads dates in {@code Retry-After}
     */
    public HttpCalls(int slots, Clock clock) {
        this(slots, clock, AllowedHosts.USUAL);
    }

    /** @param allowed where calls may go */
    public HttpCalls(int slots, Clock clock, AllowedHosts allowed) {
        this(slots, clock, Dns.SYSTEM, allowed, null);
    }

    /** Creates a client for a few calls that keeps what passes. */
    public HttpCalls(Clock clock, AllowedHosts allowed, Recording recording) {
        this(1, clock, Dns.SYSTEM, allowed, recording);
    }

    HttpCalls(int slots, Clock clock, Dns dns, AllowedHosts allowed) {
        this(slots, clock, dns, allowed, null);
    }

    private HttpCalls(int slots, Clock clock, Dns dns, AllowedHosts allowed, @Nullable Recording recording) {
        this.recording = recording;
        this.failures = new Failures(clock);
        var builder = new OkHttpClient.Builder().connectionSpecs(List.of(ConnectionSpec.CLEARTEXT))
                .connectTimeout(CONNECT).readTimeout(Duration.ZERO)
                .writeTimeout(Duration.ZERO).callTimeout(Duration.ZERO).retryOnConnectionFailure(false)
                .followRedirects(false).followSslRedirects(false).fastFallback(false)
                .dns(new TimelyDns(dns)).proxy(Proxy.NO_PROXY).socketFactory(allowed.sockets())
                .eventListenerFactory(call -> line(call.request()));
        if (recording != null) {
            builder.addInterceptor(recording).addNetworkInterceptor(recording::wire);
        }
        int pools = Math.clamp(slots / CALLS_OF_A_POOL, 1, MOST_POOLS);
        var client = builder.build();
        // threads are not spread evenly, so a pool has room for more than its share
        int idle = pools == 1 ? slots : 2 * slots / pools;
        this.plain = Stream.generate(() -> pool(idle)).limit(pools)
                .map(pool -> client.newBuilder().connectionPool(pool).build()).toList();
    }

    /** Each with a scheduler of its own: the end of every call takes its lock, and all pools would share one. */
    private static ConnectionPool pool(int idle) {
        var scheduler = new TaskRunner(
                new TaskRunner.RealBackend(Thread.ofVirtual().name("idle connections").factory()),
                Logger.getLogger(TaskRunner.class.getName()));
        return new ConnectionPool(idle, IDLE.toMillis(), TimeUnit.MILLISECONDS, scheduler,
                ConnectionListener.Companion.getNONE());
    }

    /**
     * Makes one call and passes the answer to the reader.
     *
     * @throws InterruptedException when the calling thread was interrupted; the call is closed
     */
    public AgentOutcome send(OutgoingRequest outgoing, Deadline deadline, AnswerReader reader)
            throws InterruptedException {
        return exchange(outgoing, new ShownCall(outgoing.method(), reader.setting(), reader.purpose()), Map.of("Accept",
                reader.accepts()), deadline, exchange -> exchange.run(new PacedReader(reader, deadline)));
    }

    /** Opens a WebSocket. Its failures are those of a call; where it succeeds, the consumer gets the connection. */
    AgentOutcome open(OutgoingRequest outgoing, Deadline deadline, Consumer<Socket> opened)
            throws InterruptedException {
        var nonce = new byte[16];
        ThreadLocalRandom.current().nextBytes(nonce);
        var key = Base64.getEncoder().encodeToString(nonce);
        var handshake = new OutgoingRequest("GET", overHttp(outgoing.url()), outgoing.headers(),
                new OutgoingBody.None(),
                outgoing.bounds());
        return exchange(handshake, ShownCall.of(WEB_SOCKET), Map.of("Connection", "Upgrade", "Upgrade", "websocket",
                "Sec-WebSocket-Key", key, "Sec-WebSocket-Version", "13"), deadline,
                exchange -> exchange.open(accept(key), opened));
    }

    private static String accept(String key) {
        return ByteString.encodeUtf8(key + MAGIC).sha1().base64();
    }

    /** An action with an exchange. */
    private interface Doing {

        AgentOutcome with(Exchange exchange) throws InterruptedException;
    }

    private AgentOutcome exchange(OutgoingRequest outgoing, ShownCall shown, Map<String, String> own, Deadline deadline,
            Doing doing) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("the call was canceled");
        }
        HttpUrl url = parsed(outgoing.url());
        if (url == null) {
            return Failures.unsendable("the agent's url is not an http or https URL");
        }
        if (deadline.passed()) {
            return located(AgentFailure.Timeout.after(deadline), shown, url);
        }
        Request.Builder request = new Request.Builder().url(url).tag(ConnectionUse.class, new ConnectionUse())
                .method(outgoing.method(), SentBody.of(outgoing));
        own.forEach(request::header);
        request.header("User-Agent", "muster");
        if (TRACE.isBound()) {
            request.header("traceparent", TRACE.get());
        }
        for (var header : outgoing.headers().entrySet()) {
            if (!add(request, header.getKey(), header.getValue())) {
                return Failures.unsendable("the header '" + header.getKey() + "' can't be sent: HTTP allows only "
                        + "visible ASCII characters in its name, and no control or other characters in its value");
            }
        }
        if (ServerSession.OF_CALL.isBound()) {
            addSession(request, url, outgoing.headers(), ServerSession.OF_CALL.get());
        }
        // the turns of a conversation share a thread, and so a connection
        OkHttpClient client = (url.isHttps() ? secure() : plain)
                .get((int) (Thread.currentThread().threadId() % plain.size()));
        if (shown.isWebSocket()) {
            client = client.newBuilder().protocols(List.of(Protocol.HTTP_1_1)).build();
        }
        if (RetryingAgent.ON_NEW_CONNECTION.orElse(false)) {
            client = client.newBuilder().connectionPool(new ConnectionPool(0, 1, TimeUnit.SECONDS)).build();
        }
        var outcome = doing.with(new Exchange(client.newCall(request.build()), outgoing.bounds(), deadline, failures));
        return outcome instanceof AgentFailure failure ? located(failure, shown, url) : outcome;
    }

    /** Adds to a failure over an open WebSocket, or in an answer that goes on, where it happened. */
    public static AgentFailure located(AgentFailure failure, OutgoingRequest request) {
        var url = HttpUrl.parse(overHttp(request.url()));
        return url == null ? failure
                : located(failure, ShownCall.of(request.url().startsWith("ws") ? WEB_SOCKET : request.method()), url);
    }

    private static AgentFailure located(AgentFailure failure, ShownCall shown, HttpUrl url) {
        var place = Failures.place(url);
        return Failures.located(failure, shown, shown.isWebSocket() ? place.replaceFirst("^http", "ws") : place);
    }

    private static String overHttp(String url) {
        return url.replaceFirst("^ws(?=s?:)", "http");
    }

    /** Returns what keeps what passes; null where nothing does. */
    @Nullable
    Recording recording() {
        return recording;
    }

    /** Closes the idle connections; calls in progress continue. */
    @Override
    public void close() {
        plain.forEach(client -> client.connectionPool().evictAll());
    }

    static ConnectionUse line(Request request) {
        return Objects.requireNonNull(request.tag(ConnectionUse.class));
    }

    /** Created on first use: reading the trusted certificates takes a tenth of a second of a cold start. */
    private List<OkHttpClient> secure() {
        var clients = secure;
        return clients != null ? clients : withTls();
    }

    private synchronized List<OkHttpClient> withTls() {
        var clients = secure;
        if (clients == null) {
            var first = plain.getFirst().newBuilder().connectionSpecs(List.of(ConnectionSpec.MODERN_TLS)).build();
            clients = plain.stream().map(each -> first.newBuilder().connectionPool(each.connectionPool()).build())
                    .toList();
            secure = clients;
        }
        return clients;
    }

    private @Nullable HttpUrl parsed(String url) {
        var known = urls.get(url);
        if (known != null) {
            return known;
        }
        var parsed = HttpUrl.parse(url);
        if (parsed != null && urls.size() < MOST_URLS) {
            urls.put(url, parsed);
        }
        return parsed;
    }

    /** Cookies go behind those that the agent's headers have; a header of the agent stays as it is. */
    private static void addSession(Request.Builder request, HttpUrl url, Map<String, String> headers,
            ServerSession session) {
        session.headers(url).forEach((name, value) -> {
            if (headers.keySet().stream().noneMatch(name::equalsIgnoreCase)) {
                add(request, name, value);
            }
        });
        var cookies = session.cookies(url);
        if (!cookies.isEmpty()) {
            var written = headers.entrySet().stream().filter(each -> each.getKey().equalsIgnoreCase("Cookie"))
                    .map(each -> each.getValue() + "; ").findFirst().orElse("");
            request.header("Cookie", written + cookies);
        }
    }

    /** Does not pass on okhttp's own message, which contains the value. */
    private static boolean add(Request.Builder request, String name, String value) {
        try {
            request.header(name, value);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
