package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.http.HttpProtocol.Sending;
import dev.muster.common.json.Json;
import dev.muster.common.time.Deadline;
import okhttp3.ConnectionPool;
import okhttp3.ConnectionSpec;
import okhttp3.Dns;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.jspecify.annotations.Nullable;

/**
 * The one HTTP client of a process. A call runs on the calling thread, is limited only by its deadline, follows no
 * redirect and is not retried here.
 */
public final class HttpCalls implements AutoCloseable {

    private static final MediaType JSON = MediaType.get("application/json");
    private static final Duration CONNECT = Duration.ofSeconds(10);
    /** Shorter than the 5 s after which common servers close an idle connection, so that we rarely meet a closed one. */
    private static final Duration IDLE = Duration.ofSeconds(4);

    private final OkHttpClient plain;
    private final Failures failures;
    private @Nullable OkHttpClient secure;

    /**
     * @param slots maximum number of concurrent calls; as many connections are kept
     * @param clock reads dates in {@code Retry-After}
     */
    public HttpCalls(int slots, Clock clock) {
        this(slots, clock, Dns.SYSTEM);
    }

    HttpCalls(int slots, Clock clock, Dns dns) {
        this.failures = new Failures(clock);
        this.plain = new OkHttpClient.Builder()
                .connectionPool(new ConnectionPool(slots, IDLE.toMillis(), TimeUnit.MILLISECONDS))
                .connectionSpecs(List.of(ConnectionSpec.CLEARTEXT)).connectTimeout(CONNECT).readTimeout(Duration.ZERO)
                .writeTimeout(Duration.ZERO).callTimeout(Duration.ZERO).retryOnConnectionFailure(false)
                .followRedirects(false).followSslRedirects(false).fastFallback(false)
                .dns(new TimelyDns(dns)).build();
    }

    /** Makes one call and passes the answer to the reader; an interruption closes the call. */
    AgentOutcome post(Sending sending, StreamBounds bounds, Deadline deadline, AnswerReader reader)
            throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("the call was cancelled");
        }
        if (deadline.passed()) {
            return Failures.timeout(deadline);
        }
        HttpUrl url = HttpUrl.parse(sending.url());
        if (url == null) {
            return Failures.unsendable("the agent's url is no http or https address");
        }
        Request.Builder request = new Request.Builder().url(url).header("Accept", reader.accepts())
                .header("User-Agent", "muster")
                .post(RequestBody.create(Json.MAPPER.writeValueAsBytes(sending.body()), JSON));
        for (var header : sending.headers().entrySet()) {
            if (!add(request, header.getKey(), header.getValue())) {
                return Failures.unsendable("the header '" + header.getKey() + "' can't be sent: HTTP allows only "
                        + "visible ASCII characters in its name, and no control or other characters in its value");
            }
        }
        OkHttpClient client = url.isHttps() ? secure() : plain;
        return new Exchange(client.newCall(request.build()), bounds, deadline, failures).run(reader);
    }

    /** Closes the idle connections; calls in progress continue. */
    @Override
    public void close() {
        plain.connectionPool().evictAll();
    }

    /** Created on first use: reading the trusted certificates takes a tenth of a second of a cold start. */
    private synchronized OkHttpClient secure() {
        OkHttpClient client = secure;
        if (client == null) {
            client = plain.newBuilder().connectionSpecs(List.of(ConnectionSpec.MODERN_TLS)).build();
            secure = client;
        }
        return client;
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

    /**
     * Resolves host names on another thread: the system's lookup can't be interrupted, can take longer than any deadline, and
     * would pin the carrier of a virtual thread meanwhile. The JDK caches its answers.
     */
    record TimelyDns(Dns system) implements Dns {

        /** The deadline of the current call of this thread. */
        static final ScopedValue<Deadline> DEADLINE = ScopedValue.newInstance();

        @Override
        public List<InetAddress> lookup(String hostname) throws UnknownHostException {
            var lookup = new FutureTask<>(() -> system.lookup(hostname));
            Thread.ofPlatform().daemon().name("lookup").start(lookup);
            try {
                return lookup.get(DEADLINE.get().left().toNanos(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new UnknownHostException("interrupted");
            } catch (TimeoutException e) {
                throw new UnknownHostException("no answer in time");
            } catch (ExecutionException e) {
                throw e.getCause() instanceof UnknownHostException unknown ? unknown : unknown(hostname, e);
            }
        }

        private static UnknownHostException unknown(String hostname, ExecutionException e) {
            var unknown = new UnknownHostException(hostname);
            unknown.initCause(e.getCause());
            return unknown;
        }
    }
}
