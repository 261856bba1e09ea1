package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentFailure.Connection;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.Response;

/** Maps each way in which a call can fail to its row of the failure table and its message. */
final class Failures {
    private static final String NO_SOCKET = "; no WebSocket answers there: check its 'url', or write http://";
    private static final String AG_UI = "this looks like an AG-UI agent: set protocol: ag-ui";

    /** Advice for an answer of another kind, by a text in it; the first match counts. */
    private static final Map<Pattern, String> GUESSES = guesses("^agent error: HTTP 5", "check the agent's log",
            "^agent error: HTTP 426", "it speaks WebSocket: write ws:// or wss:// in its 'url'",
            // a refusal that misses what an AG-UI agent needs; a request that it repeats has these names as keys
            "HTTP 4(?:00|22): .*(?:\"body\", ?\"threadId\"|threadId(?!\":).*runId(?!\":))", AG_UI,
            "\"chat\\.completion", "this looks like an OpenAI-compatible server: set protocol: openai",
            "\"message_start\"|\"type\": ?\"message\"", "this looks like Anthropic's Messages: set protocol: anthropic",
            "\"response\\.created\"|\"object\": ?\"response\"", "this looks like OpenAI's Responses API: set protocol:"
                    + " openai and api: responses",
            "HTTP 4(?:00|22): .*assistant_id|\"langgraph_|\"run_id\".*\"attempt\"",
            "this looks like a LangGraph server:"
                    + " set protocol: http and preset: langgraph, with its base as 'url'",
            "\"jsonrpc\"",
            "this looks like an MCP server or an Agent2Agent agent: set protocol: mcp, or protocol: a2a with"
                    + " the address of its card",
            // Mastra's events have the same types, and a payload
            "^(?!.*\"payload\").*(?:\"(?:start-step|text-start|text-delta)\"|\"type\": ?\"start\")",
            "this looks like a route of the Vercel AI SDK:"
                    + " set protocol: http and preset: ai-sdk",
            "\"RUN_STARTED\"|\"RUN_ERROR\"", AG_UI,
            "(?i)<html|<!doctype", "this is a web page: check its 'url' in muster.yaml",
            "^agent error: the answer is empty$", "check its 'url' and its log: it sent no byte of a body",
            "x-ndjson", "set response.stream to how it answers",
            "expected text/event-stream|has no choices", "an agent with an interface of its own has protocol: http, "
                    + "and muster init --url writes its mapping");

    /** Advice where no answer came, by the reason; the first match counts. */
    private static final String REFUSED = "connection refused";
    private static final String UNKNOWN_HOST = "unknown host";
    private static final Set<String> NO_SERVER = Set.of(REFUSED, UNKNOWN_HOST);

    private static final Map<Pattern, String> REMEDIES = guesses("^agent unreachable: connection refused",
            "start the agent, or check the host and port of its 'url' in muster.yaml",
            "^agent unreachable: unknown host", "check the host of its 'url' in muster.yaml",
            "^agent unreachable: no ", "check the host of its 'url' in muster.yaml, and whether a firewall or a proxy"
                    + " is in between",
            "PKIX|No name matching|subject alternative", "its certificate is not valid here: use the name that is in"
                    + " it, and let Java trust who signed it",
            "Unsupported or unrecognized SSL message", "this looks like a server without TLS: write http:// or ws://"
                    + " in its 'url'",
            "^agent unreachable: TLS", "if it does not use TLS, write http:// or ws:// in its 'url'",
            "", "check the agent's log");
    private static final String OF_A_MAPPING = "protocol: http";
    private static final Pattern REFUSED_BODY = Pattern.compile("^agent error: HTTP 4(?:00|22)\\b");
    private final Clock clock;

    Failures(Clock clock) {
        this.clock = clock;
    }

    /** A failure before anything was sent: the configuration is wrong. */
    static AgentFailure unsendable(String why) {
        return new AgentFailure.Refused(0, "agent refused: " + why);
    }

    /**
     * A failure without a single byte of an answer.
     *
     * @param used whether the connection was kept from an earlier call
     */
    static AgentFailure noAnswer(IOException e, boolean used) {
        var forbidden = AllowedHosts.refusal(e);
        if (forbidden.isPresent()) {
            return unsendable(forbidden.get());
        }
        if (e instanceof ProtocolException) {
            return AgentFailure.Agent.undeclared("agent error: what answers does not speak HTTP: "
                    + OneLine.of(message(e)));
        }
        var reason = reason(e);
        var connection = used ? Connection.KEPT : NO_SERVER.contains(reason) ? Connection.NO_SERVER : Connection.OTHER;
        return new AgentFailure.Unreachable("agent unreachable: " + reason, connection);
    }

    /**
     * Adds to a failure where it happened, and one thing to try.
     *
     * @param call with the setting that the agent has in muster.yaml, such as {@code protocol: openai}: nothing to try
     */
    static AgentFailure located(AgentFailure failure, ShownCall call, String place) {
        var advice = switch (failure) {
            case AgentFailure.Unreachable(var text, _) -> advice(REMEDIES, text, "");
            case AgentFailure.Timeout _ ->
                "; if it is not stuck, allow more with --timeout or with 'timeout' in the case";
            case AgentFailure.Refused(int status, _) -> switch (status) {
                case 401, 403 -> "; check its 'headers' or 'auth' in muster.yaml";
                case 404 -> call.isWebSocket() ? NO_SOCKET : "; check its 'url' in muster.yaml";
                default -> "";
            };
            case AgentFailure.Agent(var text, boolean declared) -> declared ? ""
                    : call.isWebSocket() && isPlainHttp(text) ? NO_SOCKET : refused(text, call);
            case AgentFailure.Protocol(var text) -> advice(GUESSES, text, call.setting());
            case AgentFailure.Busy _,AgentFailure.Truncated _,AgentFailure.Cancelled _ -> "";
        };
        boolean sent = !(failure instanceof AgentFailure.Refused(int status, _) && status == 0);
        return !sent ? failure
                : failure.plus(" (" + call.method() + " " + place + ")"
                        + (call.purpose().isEmpty() ? "" : " in " + call.purpose()) + advice);
    }

    private static Map<Pattern, String> guesses(String... pairs) {
        var guesses = new LinkedHashMap<Pattern, String>();
        for (int i = 0; i < pairs.length; i += 2) {
            guesses.put(Pattern.compile(pairs[i]), pairs[i + 1]);
        }
        return guesses;
    }

    private static String refused(String text, ShownCall call) {
        var guess = advice(GUESSES, text, call.setting());
        return guess.isEmpty() && call.setting().equals(OF_A_MAPPING) && call.purpose().isEmpty()
                && REFUSED_BODY.matcher(text).find() ? "; check its 'body' in muster.yaml" : guess;
    }

    private static boolean isPlainHttp(String text) {
        return text.startsWith("agent error: HTTP 4") || text.contains(" where a WebSocket was expected");
    }

    private static String advice(Map<Pattern, String> all, String text, String setting) {
        return all.entrySet().stream().filter(advice -> advice.getKey().matcher(text).find())
                .map(Map.Entry::getValue).filter(advice -> setting.isEmpty() || !isSet(advice, setting))
                .map(advice -> "; " + advice).findFirst().orElse("");
    }

    private static boolean isSet(String advice, String setting) {
        return advice.endsWith("set " + setting) || advice.contains("set " + setting + ",")
                || advice.contains("or " + setting + " with");
    }

    /** @param body the answer's beginning, on one line */
    AgentFailure status(Response response, String body) {
        return status(response, body, List.of());
    }

    /** @param lacking what the answer says is missing in the request's body */
    AgentFailure status(Response response, String body, List<String> lacking) {
        int status = response.code();
        String shown = body.isEmpty() ? "" : ": " + body;
        return switch (status) {
            case 401, 403, 404 -> new AgentFailure.Refused(status, "agent refused: " + named(response) + shown);
            // 520 to 524 are a proxy's that waited in vain, 529 is Anthropic's for an overload
            case 429, 502, 503, 504, 520, 521, 522, 523, 524, 529 -> new AgentFailure.Busy(status,
                    RetryAfter.of(response.headers(), clock).orElse(null),
                    "agent unreachable: " + named(response) + shown);
            case 301, 302, 303, 307, 308 -> new AgentFailure.Refused(status, "agent refused: " + named(response)
                    + ": the agent has moved to " + target(response) + "; write that address");
            default -> AgentFailure.Agent.undeclared("agent error: HTTP " + status + (lacking.isEmpty() ? ""
                    : ": the body lacks " + String.join(", ", lacking)) + shown);
        };
    }

    /** Returns the URL without user, password and query: these may hold secrets. */
    static String place(HttpUrl url) {
        return url.newBuilder().username("").password("").query(null).fragment(null).build().toString();
    }

    private static String reason(IOException e) {
        return switch (e) {
            case UnknownHostException unknown -> UNKNOWN_HOST;
            case NoRouteToHostException unroutable -> "no route to host";
            case ConnectException refused -> connecting(refused);
            case SocketTimeoutException slow -> "no connection in time";
            case SSLException tls -> "TLS: " + OneLine.of(message(tls));
            default -> "closed before the first byte of an answer";
        };
    }

    /** okhttp's message only says where; the system's message is in the cause. */
    private static String connecting(ConnectException e) {
        String word = e.getCause() instanceof IOException cause ? message(cause) : message(e);
        return word.contains("refused") || e.getCause() instanceof ClosedChannelException ? REFUSED
                : OneLine.of(word);
    }

    private static String message(IOException e) {
        return Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName());
    }

    private static String named(Response response) {
        return ("HTTP " + response.code() + " " + OneLine.of(response.message())).strip();
    }

    private static String target(Response response) {
        String location = response.header("Location", "");
        HttpUrl url = location == null ? null : response.request().url().resolve(location);
        return url == null ? "another address" : place(url);
    }

    /**
     * Reads when a busy server wants the next try: {@code Retry-After} in seconds or as a date, or OpenAI's in
     * milliseconds.
     */
    static final class RetryAfter {

        private static final double LONGEST_SECONDS = Duration.ofDays(365).toSeconds();

        private RetryAfter() {}

        /** Returns zero for a date in the past; empty when the header is missing or unreadable. */
        static Optional<Duration> of(Headers headers, Clock clock) {
            String millis = headers.get("retry-after-ms");
            if (millis != null) {
                return number(millis, 1e6);
            }
            String text = headers.get("Retry-After");
            if (text == null) {
                return Optional.empty();
            }
            return number(text, 1e9).or(() -> date(headers, clock.instant()));
        }

        private static Optional<Duration> number(String text, double nanos) {
            try {
                double number = Double.parseDouble(text.strip());
                return number >= 0 && number <= LONGEST_SECONDS ? Optional.of(Duration.ofNanos((long) (number * nanos)))
                        : Optional.empty();
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        }

        private static Optional<Duration> date(Headers headers, Instant now) {
            Instant date = headers.getInstant("Retry-After");
            if (date == null) {
                return Optional.empty();
            }
            return Optional.of(date.isAfter(now) ? Duration.between(now, date) : Duration.ZERO);
        }
    }
}
