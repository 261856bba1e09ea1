package dev.muster.common.agent.mapping;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.StreamBounds;
import dev.muster.common.agent.http.CallFailed;
import dev.muster.common.agent.http.HttpCalls;
import dev.muster.common.agent.http.JsonAnswer;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.OutgoingBody;
import dev.muster.common.agent.http.OutgoingRequest;
import dev.muster.common.config.HttpAuth;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.Ticker;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The tokens of this process: one for each client and scope, fetched by the first call that needs it and kept until
 * shortly before it expires.
 */
final class Tokens {

    private static final String TOKEN = "access_token";
    private static final String REMEDY = "; check 'token_url', 'client_id', 'client_secret' and 'scope' of its 'auth'";
    private static final Duration EARLY = Duration.ofSeconds(10);
    private static final StreamBounds BOUNDS = new StreamBounds(1 << 20, 1, 1 << 20);

    private final HttpCalls calls;
    private final Ticker ticker;
    private final Map<HttpAuth.OAuth2, Kept> kept = new ConcurrentHashMap<>();

    Tokens(HttpCalls calls, Ticker ticker) {
        this.calls = calls;
        this.ticker = ticker;
    }

    /**
     * Returns the value of the header; null without authorization.
     *
     * @param learned gets the tokens of the endpoint's answer
     */
    @Nullable
    String authorization(@Nullable HttpAuth auth, Deadline deadline, Consumer<String> learned)
            throws InterruptedException, CallFailed {
        return switch (auth) {
            case null -> null;
            case HttpAuth.Bearer(var token) -> "Bearer " + token;
            case HttpAuth.Basic(var user, var password) -> basic(user, password);
            case HttpAuth.OAuth2 client -> "Bearer " + kept.computeIfAbsent(client, Kept::new).token(deadline, learned);
        };
    }

    /** Forgets a token that was refused; false when there was none to forget. */
    boolean forget(@Nullable HttpAuth auth) {
        return auth instanceof HttpAuth.OAuth2 client && kept.remove(client) != null;
    }

    private static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    /** The token of one client. Calls that need it at the same time wait for the one that fetches it. */
    private final class Kept {

        private final HttpAuth.OAuth2 client;
        private final ReentrantLock fetching = new ReentrantLock();
        private @Nullable String token;
        private long until;

        Kept(HttpAuth.OAuth2 client) {
            this.client = client;
        }

        String token(Deadline deadline, Consumer<String> learned) throws InterruptedException, CallFailed {
            while (!fetching.tryLock(deadline.left().toNanos(), TimeUnit.NANOSECONDS)) {
                if (deadline.passed()) {
                    throw new CallFailed(AgentFailure.Timeout.after(deadline));
                }
            }
            try {
                var now = token;
                if (now == null || (until != 0 && ticker.nanos() - until >= 0)) {
                    now = fetch(deadline, learned);
                }
                return now;
            } finally {
                fetching.unlock();
            }
        }

        private String fetch(Deadline deadline, Consumer<String> learned) throws InterruptedException, CallFailed {
            var form = new LinkedHashMap<String, String>();
            form.put("grant_type", "client_credentials");
            if (client.scope() != null) {
                form.put("scope", client.scope());
            }
            var headers = new LinkedHashMap<String, String>();
            if (client.inForm()) {
                form.put("client_id", client.clientId());
                form.put("client_secret", client.clientSecret());
            } else {
                headers.put("Authorization", basic(encoded(client.clientId()), encoded(client.clientSecret())));
            }
            var answer = new JsonAnswer("", learned, json -> json.path(TOKEN).asString("").isEmpty()
                    ? "there is no '" + TOKEN + "' in the answer" + reason(json) : null);
            if (calls.send(new OutgoingRequest("POST", client.tokenUrl(), headers,
                    new OutgoingBody.Form(form), BOUNDS), deadline, answer) instanceof AgentFailure failure) {
                throw new CallFailed(failure instanceof AgentFailure.Agent
                        && !failure.text().startsWith("agent error: HTTP 5") ? failure.plus(REMEDY) : failure);
            }
            var json = answer.json();
            var fresh = json.path(TOKEN).asString("");
            long seconds = json.path("expires_in").asLong(0);
            until = seconds <= 0 ? 0
                    : (ticker.nanos() + Duration.ofSeconds(seconds).minus(EARLY).toNanos()) | 1;
            token = fresh;
            return fresh;
        }

        /** Returns what the server says of it, as RFC 6749 names it. */
        private static String reason(JsonNode json) {
            return Stream.of("error", "error_description").map(name -> json.path(name).stringValue(""))
                    .filter(text -> !text.isBlank()).map(text -> ": " + OneLine.of(text)).collect(Collectors.joining());
        }

        private static String encoded(String part) {
            return URLEncoder.encode(part, StandardCharsets.UTF_8);
        }
    }
}
