package dev.muster.common.leader;

import module java.base;
import dev.muster.common.access.Credentials;
import dev.muster.common.time.Pause;
import dev.muster.common.time.Ticker;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import javax.net.ssl.SSLException;

/** Calls the leading coordinator over HTTP. Tries the last known leader first, then the other addresses, each once. */
public final class LeaderCalls implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration PATIENCE_WITH_OTHERS = Duration.ofSeconds(10);
    /** How long a standby may take to become leader: it notices the loss, takes the lock and starts to listen. */
    private static final Duration TAKE_OVER = Duration.ofSeconds(30);
    private static final Duration STEP = Duration.ofMillis(500);

    private final List<URI> addresses;
    private final Credentials credentials;
    private final Ticker ticker;
    private final Pause pause;
    private final HttpClient http;
    private volatile int leader;

    public LeaderCalls(Coordinators coordinators, Credentials credentials) {
        this(coordinators, credentials, Ticker.system(), Pause.system());
    }

    LeaderCalls(Coordinators coordinators, Credentials credentials, Ticker ticker, Pause pause) {
        this.addresses = coordinators.addresses();
        this.credentials = credentials;
        this.ticker = ticker;
        this.pause = pause;
        var client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10))
                .version(HttpClient.Version.HTTP_1_1);
        this.http = (credentials.tls() == null ? client : client.sslContext(credentials.tls())).build();
    }

    /** Returns the timeout of an answer that needs no work, so that a stalled coordinator does not block the others. */
    public Duration patience() {
        return addresses.size() == 1 ? PATIENCE : PATIENCE_WITH_OTHERS;
    }

    public URI leader() {
        return addresses.get(leader);
    }

    /**
     * Sends a request that may be repeated.
     *
     * @param path begins with a slash
     * @throws IOException with a sentence, when no leader answered
     */
    public <T> HttpResponse<T> ask(String path, UnaryOperator<HttpRequest.Builder> what, BodyHandler<T> reads)
            throws IOException, InterruptedException {
        var troubles = new ArrayList<String>();
        boolean awaited = false;
        int first = leader;
        for (int n = 0; n < addresses.size(); n++) {
            int at = (first + n) % addresses.size();
            try {
                var answer = http.send(request(at, path, what), reads);
                if (leads(answer)) {
                    leader = at;
                    return answer;
                }
                awaited = true;
                troubles.add("the coordinator at " + addresses.get(at) + " is a standby: another one leads");
            } catch (IOException e) {
                troubles.add(silent(at, e));
            }
        }
        throw new NoLeader(String.join("; ", troubles), awaited);
    }

    /**
     * Sends a request that must not be repeated. With several addresses, finds the leader first, and waits for a
     * standby that takes over.
     *
     * @param path begins with a slash
     * @throws IOException with a sentence, when the leader did not answer or there is none
     */
    public <T> HttpResponse<T> tell(String path, UnaryOperator<HttpRequest.Builder> what, BodyHandler<T> reads)
            throws IOException, InterruptedException {
        if (addresses.size() > 1) {
            find();
        }
        int at = leader;
        try {
            var answer = http.send(request(at, path, what), reads);
            if (leads(answer)) {
                return answer;
            }
        } catch (IOException e) {
            throw new IOException(silent(at, e), e);
        }
        throw new IOException(
                "the coordinator at " + addresses.get(at) + " is a standby: another one leads; name that one "
                        + "too, as --coordinator URL,URL");
    }

    @Override
    public void close() {
        http.shutdownNow();
    }

    private void find() throws IOException, InterruptedException {
        long since = ticker.nanos();
        while (true) {
            try {
                ask("/health", request -> request.timeout(PATIENCE_WITH_OTHERS).GET(), BodyHandlers.discarding());
                return;
            } catch (NoLeader e) {
                if (!e.awaited || ticker.nanos() - since > TAKE_OVER.toNanos()) {
                    throw e;
                }
                pause.pause(STEP);
            }
        }
    }

    private HttpRequest request(int at, String path, UnaryOperator<HttpRequest.Builder> what) {
        var base = addresses.get(at).toString();
        var request = HttpRequest.newBuilder(
                URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path));
        return what.apply(credentials.token() == null ? request
                : request.header("Authorization", "Bearer " + credentials.token())).build();
    }

    private static boolean leads(HttpResponse<?> answer) throws IOException {
        boolean leads = answer.headers().firstValue(Coordinators.STANDBY).isEmpty();
        if (!leads && answer.body() instanceof InputStream unread) {
            unread.close();
        }
        return leads;
    }

    private String silent(int at, IOException e) {
        var message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        boolean isTls = addresses.get(at).getScheme().equals("https");
        var why = switch (e) {
            case ConnectException _ -> "connection refused, or no way there";
            case SSLException _ when message.contains("unable to find valid certification path") ->
                "its certificate is from "
                        + "an authority that is not trusted here; name the authority's file in MUSTER_TLS_CA";
            case SSLException _ when message.contains("certificate_required") || message.contains("bad_certificate") ->
                "it "
                        + "requires a client certificate; name one in MUSTER_TLS_CERT and its key in MUSTER_TLS_KEY";
            case SSLException _ when message.contains("unrecognized SSL message") ->
                "it speaks no TLS there; try http://";
            case HttpTimeoutException _ -> message;
            default -> message + (isTls ? "; if it requires a client certificate, name one in MUSTER_TLS_CERT"
                    : "; if it speaks TLS there, write https://");
        };
        return "the coordinator at " + addresses.get(at) + " does not answer (" + why + ")";
    }

    /** Thrown when none of a fleet's addresses answered as leader; one may a little later. */
    static final class NoLeader extends IOException {

        final boolean awaited;

        /** @param awaited whether a standby exists that takes over when there is no leader */
        NoLeader(String sentence, boolean awaited) {
            super(sentence);
            this.awaited = awaited;
        }
    }
}
