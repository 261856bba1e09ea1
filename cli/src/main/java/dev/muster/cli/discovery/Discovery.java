package dev.muster.cli.discovery;

import module java.base;
import dev.muster.cli.discovery.ModelApi.Models;
import dev.muster.cli.discovery.RequestBody.ServedPaths;
import dev.muster.common.agent.a2a.A2aProtocol;
import dev.muster.common.agent.aisdk.UiLine;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.agent.mapping.AnswerMap;
import dev.muster.common.json.Json;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Finds out how to speak to an address: first by what it says about itself, which costs an agent nothing, then by one
 * message. A request that is refused as unknown or as wrong has reached no agent, and may be followed by another.
 */
public final class Discovery {

    /** What the agent is asked. */
    public static final String MESSAGE = "Hello, what can you do?";

    private static final String NOTHING = "; nothing was written";
    private static final String PROTOCOL = "protocol";
    private static final String HTTP = "http";
    private static final String RESPONSE = "response";
    private static final int CORRECTIONS = 6;
    private static final int MOST_OTHERS = 5;
    private static final List<ModelApi> ALL = List.of(ModelApi.values());
    private static final Models NO_MODELS = Models.of(null);
    private static final Set<String> PLAIN_JSON = Set.of("", "text/html", "application/octet-stream");

    private final Peek peek;
    private final Consumer<String> told;
    private final boolean hasKey;

    /**
     * @param timeout of the message
     * @param told receives a line before each step that sends a message, and where an answer does not come at once
     * @throws NotFound for a header that can't be sent
     */
    public Discovery(Map<String, String> headers, Duration timeout, Consumer<String> told) throws NotFound {
        this.peek = Peek.with(headers, timeout, told);
        this.told = told;
        this.hasKey = !headers.isEmpty();
    }

    /**
     * What speaks at an address.
     *
     * @param name for people: {@code an AG-UI agent}
     * @param agent without the headers
     * @param answer its answer to the message; empty when none could be read; of an MCP server, its tools, one a line
     * @param place where the answer was read, such as {@code $.reply}
     */
    public record Found(String name, Draft agent, String answer, String place) {

        /** The place of an answer that needed no message, as the server describes itself. */
        public static final String ITSELF = "its description of itself";
    }

    /** Nothing that can be used; the sentence says why, and what to try. */
    public static final class NotFound extends Exception {

        NotFound(String sentence) {
            super(sentence + (sentence.endsWith("?") ? " Nothing was written" : NOTHING));
        }

        /** @param agent to start from */
        NotFound(String sentence, Draft agent) {
            super(sentence + NOTHING
                    + ".\n\nTo go on by hand, put this into muster.yaml, change what its comments name,"
                    + " and run muster probe: it shows what is sent, what comes back, and what each path finds.\n\n"
                    + "agents:\n  my-agent:\n" + agent.yaml());
        }
    }

    public Found at(String url) throws NotFound, InterruptedException {
        var address = Address.of(url);
        if (address.path().toLowerCase(Locale.ROOT).contains("mcp")) {
            var tools = mcp(url);
            if (tools != null) {
                return tools;
            }
        }
        var said = said(address);
        if (cards(address).anyMatch(card -> isCard(said.get(card), card))) {
            return new Found("an Agent2Agent agent", Draft.of(url, PROTOCOL, "a2a"), "", Found.ITSELF);
        }
        if (isLanggraph(said, address)) {
            return langgraph(address);
        }
        var whole = ModelApi.whole(address.base());
        for (var base : bases(address)) {
            var models = Models.of(said.get(base + "/models" + address.query()));
            if (models.isAnthropics() || !models.names().isEmpty()) {
                var found = model(base, address, !whole.isEmpty() ? whole : models.isAnthropics()
                        ? List.of(ModelApi.MESSAGES) : ALL, models);
                if (found != null) {
                    return found;
                }
            }
        }
        if (!whole.isEmpty() || address.base().endsWith("/v1")) {
            var found = model(bases(address).getFirst(), address, whole.isEmpty() ? ALL : whole, NO_MODELS);
            if (found != null) {
                return found;
            }
        }
        var document = said.get(address.origin() + "/openapi.json" + address.query());
        var served = document == null || !document.isGood() ? new ServedPaths(Map.of())
                : ServedPaths.of(document.json());
        return address.isBare() && !served.talking().isEmpty() ? served(address, served) : asked(url, address, served);
    }

    private static boolean isCard(Peek.@Nullable Answer answer, String at) {
        return answer != null && answer.isGood() && A2aProtocol.speaks(answer.json(), at);
    }

    /** Reads what the server says about itself. */
    private Map<String, Peek.Answer> said(Address address) throws NotFound, InterruptedException {
        var urls = new LinkedHashSet<String>();
        bases(address).forEach(base -> urls.add(base + "/models" + address.query()));
        urls.add(address.origin() + "/openapi.json" + address.query());
        urls.add(address.below("/ok"));
        urls.add(address.below("/info"));
        cards(address).forEach(urls::add);
        try {
            return peek.get(urls);
        } catch (IOException e) {
            throw dead(address.base(), e);
        }
    }

    private static Stream<String> cards(Address address) {
        return A2aProtocol.cards(address.base() + address.query()).stream();
    }

    /** Returns where the base of a server of models may be. */
    private static List<String> bases(Address address) {
        return address.isBare() ? List.of(address.base() + "/v1", address.base())
                : List.of(ModelApi.base(address.base()));
    }

    private Peek.Answer post(String url, JsonNode body) throws NotFound, InterruptedException {
        told.accept("POST " + url + ": one message, \"" + MESSAGE + "\"");
        try {
            return peek.post(url, body, Map.of());
        } catch (IOException e) {
            throw dead(url, e);
        }
    }

    private static NotFound dead(String url, IOException e) {
        var why = String.valueOf(e.getMessage());
        return new NotFound(switch (e) {
            case HttpConnectTimeoutException silent -> "nothing answers at " + url
                    + " (no connection in time): is this its address, and is a firewall or a proxy in between?"
                    + (url.startsWith("https:") ? " If it speaks no TLS, try http://" : "");
            case HttpTimeoutException late -> url + " did not answer (" + OneLine.ofMessage(why) + ")";
            case ConnectException refused -> "nothing answers at " + url + " ("
                    + (e.getCause() instanceof java.nio.channels.UnresolvedAddressException || why.contains("resolve")
                            ? "unknown host" : "connection refused")
                    + "): is the agent running, and is this its address?";
            case SSLException insecure ->
                "no TLS connection to " + url + " (" + OneLine.ofMessage(why) + "); if it speaks"
                        + " no TLS, try http://";
            default -> "what answers at " + url + " speaks no HTTP (" + OneLine.ofMessage(why) + "); if it speaks TLS,"
                    + " try https://";
        });
    }

    // ---- servers of models

    /** Asks in each way until one is there; returns null when none is. */
    private @Nullable Found model(String base, Address address, List<ModelApi> ways, Models models)
            throws NotFound, InterruptedException {
        for (var way : ways) {
            var url = way.at(base, address.query());
            var answer = post(url, way.body(models.best()));
            if (ways.size() == 1 || !answer.isNowhere() || answer.body().contains("model")) {
                var agent = way.agent(base, address.query(), models.names());
                refuse(answer, url, agent.guess("model",
                        StringNode.valueOf(Objects.requireNonNullElse(models.best(), "NAME"))));
                var frames = AnswerMap.frames(answer.body());
                if (!way.answers(frames)) {
                    throw new NotFound("POST " + url + " is answered with HTTP " + answer.status() + ", but not as "
                            + way.title() + " answers: " + OneLine.of(answer.body()));
                }
                return way.found(agent, models.best(), frames);
            }
            told.accept("HTTP " + answer.status() + ": no agent has heard it");
        }
        return null;
    }

    // ---- LangGraph

    private static boolean isLanggraph(Map<String, Peek.Answer> said, Address address) {
        var ok = said.get(address.below("/ok"));
        var info = said.get(address.below("/info"));
        return ok != null && ok.isGood() && ok.json().path("ok").booleanValue(false) && info != null && info.isGood()
                && info.json().isObject();
    }

    private Found langgraph(Address address) throws NotFound, InterruptedException {
        var url = address.below("/assistants/search");
        var agent = Draft.of(address.base() + address.query(), PROTOCOL, HTTP, "preset", "langgraph");
        var byHand = agent.guess("assistant", StringNode.valueOf("NAME"));
        Peek.Answer answer;
        try {
            answer = peek.post(url, Json.MAPPER.createObjectNode().put("limit", 100), Map.of());
        } catch (IOException e) {
            throw dead(url, e);
        }
        refuse(answer, url, byHand);
        var graphs = answer.json().valueStream().map(assistant -> assistant.path("graph_id").asString(""))
                .filter(Draft::isName).distinct().toList();
        if (graphs.isEmpty()) {
            throw new NotFound("the LangGraph server at " + address.base() + " has no graph", byHand);
        }
        var first = agent.with("assistant", graphs.getFirst());
        return new Found("a LangGraph server with the graph " + graphs.getFirst(), graphs.size() < 2 ? first
                : first.remark("It has these graphs: " + String.join(", ", graphs)), "", Found.ITSELF);
    }

    // ---- MCP

    /** Returns null when it is no MCP server. */
    private @Nullable Found mcp(String url) throws NotFound, InterruptedException {
        var server = new McpServer(peek, url);
        List<String> tools;
        try {
            tools = server.tools();
        } catch (IOException e) {
            throw dead(url, e);
        }
        var agent = Draft.of(url, PROTOCOL, "mcp");
        if (tools == null) {
            if (server.last().status() == 401 || server.last().status() == 403) {
                refuse(server.last(), url, agent);
            }
            return null;
        }
        if (tools.isEmpty()) {
            throw new NotFound("the MCP server at " + url + " has no tools", agent);
        }
        return new Found("an MCP server with " + tools.size() + (tools.size() == 1 ? " tool" : " tools"), agent,
                String.join("\n", tools), Found.ITSELF);
    }

    // ---- what its /openapi.json names

    private Found served(Address address, ServedPaths served) throws NotFound, InterruptedException {
        var paths = served.talking();
        if (paths.size() > 1) {
            throw new NotFound("its /openapi.json names several addresses that take a question; choose one of them:\n"
                    + String.join("\n",
                            paths.stream().map(path -> "  " + again(address.below(path))).toList())
                    + "\n");
        }
        told.accept("its /openapi.json says that it serves POST " + paths.getFirst());
        var url = address.below(paths.getFirst());
        var whole = ModelApi.whole(address.base() + paths.getFirst());
        var found = whole.isEmpty() ? null
                : model(ModelApi.base(address.base() + paths.getFirst()), address, whole, NO_MODELS);
        return found == null ? asked(url, Address.of(url), served) : found;
    }

    // ---- AG-UI, or an interface of its own

    private Found asked(String url, Address address, ServedPaths served) throws NotFound, InterruptedException {
        var body = served.body(address.path());
        var asked = body == null ? RequestBody.UNION : body;
        var answer = post(url, asked.filled());
        if (answer.isNowhere() && body == null) {
            return nowhere(url, address, served, answer);
        }
        if (McpServer.isRpc(answer)) {
            return rpc(url, answer);
        }
        var tried = new HashSet<>(Set.of(asked));
        while (tried.size() <= CORRECTIONS && (answer.status() == 400 || answer.status() == 422)) {
            var corrected = asked.corrected(answer.json());
            if (corrected == null || !tried.add(corrected)) {
                break;
            }
            asked = corrected;
            told.accept("HTTP " + answer.status() + " refused this body, so no agent has heard it: " + OneLine.of(answer
                    .body()));
            told.accept("Trying a body with " + String.join(", ", asked.names()));
            answer = post(url, asked.filled());
        }
        return isAiSdk(answer) ? aiSdk(url, answer) : isAgui(answer) ? agui(url, answer, asked)
                : mapped(url, answer, asked);
    }

    private Found nowhere(String url, Address address, ServedPaths served, Peek.Answer first)
            throws NotFound, InterruptedException {
        told.accept("HTTP " + first.status() + ": no agent has heard it");
        for (var base : address.base().endsWith("/v1") ? List.<String>of() : bases(address)) {
            var found = model(base, address, ALL, NO_MODELS);
            if (found != null) {
                return found;
            }
        }
        var tools = address.isBare() ? mcp(address.below("/mcp")) : null;
        if (tools != null) {
            return tools;
        }
        var known = served.talking().stream().map(path -> address.origin() + path).toList();
        throw new NotFound("POST " + url + " is answered with HTTP " + first.status() + ": is the path right?"
                + (known.isEmpty() ? " No agent has heard the message" : " Its /openapi.json names "
                        + String.join(", ", known) + "; try " + again(known.getFirst())));
    }

    /** What answers with JSON-RPC has heard no message. */
    private Found rpc(String url, Peek.Answer answer) throws NotFound, InterruptedException {
        told.accept("HTTP " + answer.status() + ", JSON-RPC: no agent has heard it");
        var tools = mcp(url);
        if (tools == null) {
            throw new NotFound("POST " + url + " speaks JSON-RPC, but is no MCP server; of an Agent2Agent agent, give"
                    + " the address of its card: " + OneLine.of(answer.body()));
        }
        return tools;
    }

    private static boolean isAiSdk(Peek.Answer answer) {
        return answer.isGood() && (!answer.header("x-vercel-ai-ui-message-stream").isEmpty() || isAiSdk4(answer));
    }

    private static boolean isAiSdk4(Peek.Answer answer) {
        return !answer.header("x-vercel-ai-data-stream").isEmpty();
    }

    private Found aiSdk(String url, Peek.Answer answer) throws NotFound {
        var agent = Draft.of(url, PROTOCOL, HTTP, "preset", "ai-sdk");
        refuse(answer, url, agent);
        var frames = isAiSdk4(answer) ? chunks(url, answer.body(), agent) : AnswerMap.frames(answer.body());
        var error = frames.stream().filter(frame -> frame.path("type").asString("").equals("error")).findFirst();
        if (error.isPresent()) {
            throw new NotFound("the route of the Vercel AI SDK at " + url + " failed: " + OneLine.of(error.get()
                    .path("errorText").asString("")) + "; look into its log", agent);
        }
        return new Found("a route of the Vercel AI SDK" + (isAiSdk4(answer) ? " 4" : ""), agent, frames.stream()
                .filter(frame -> frame.path("type").asString("").equals("text-delta"))
                .map(frame -> frame.path("delta").asString("")).collect(Collectors.joining()),
                isAiSdk4(answer) ? "the lines of text" : "the text-delta events");
    }

    private static List<JsonNode> chunks(String url, String body, Draft agent) throws NotFound {
        var chunks = new ArrayList<JsonNode>();
        try {
            for (var line : body.lines().filter(each -> !each.isBlank()).toList()) {
                chunks.add(UiLine.chunk(line));
            }
        } catch (StreamBroken e) {
            throw new NotFound("the data stream of " + url + " is broken: " + OneLine.ofMessage(String.valueOf(e
                    .getMessage())), agent);
        }
        return chunks;
    }

    private static boolean isAgui(Peek.Answer answer) {
        return AnswerMap.frames(answer.body()).stream()
                .anyMatch(frame -> frame.path("type").asString("").startsWith("RUN_"));
    }

    private Found agui(String url, Peek.Answer answer, RequestBody body) throws NotFound {
        var versioned = Draft.of(url, PROTOCOL, "ag-ui");
        var agent = body.agui().isEmpty() || body.agui().contains(RequestBody.VERSION) ? versioned
                : versioned.with("protocol_version", BooleanNode.FALSE);
        refuse(answer, url, agent);
        var text = AnswerMap.frames(answer.body()).stream()
                .filter(frame -> frame.path("type").asString("").startsWith("TEXT_MESSAGE_C"))
                .map(frame -> frame.path("delta").asString("")).collect(Collectors.joining());
        return new Found("an AG-UI agent", agent, text, "the TEXT_MESSAGE events");
    }

    private Found mapped(String url, Peek.Answer answer, RequestBody body) throws NotFound {
        var asked = Draft.of(url, PROTOCOL, HTTP);
        var start = (body.members().size() < 4 ? asked
                : asked.remark("It took one of the members of the body; leave out what it does not need."))
                .with("body", body.written());
        var frames = AnswerMap.frames(answer.body());
        var error = AgentWords.error(frames);
        var hinted = answer.isGood() && error == null ? null : body.corrected(answer.json());
        var byHand = asked.guess("body", (hinted == null ? body : hinted).written()).guess(RESPONSE, response("text",
                "$.reply"));
        refuse(answer, url, byHand);
        var came = OneLine.of(answer.body());
        if (frames.isEmpty()) {
            return plain(url, answer, start);
        }
        if (error != null) {
            throw new NotFound("HTTP " + answer.status() + " from POST " + url + " is an error, not an agent's words: "
                    + OneLine.of(error.toString()) + (hinted == null ? "; look into what it says, and try again"
                            : "; its body is probably not what it takes"),
                    byHand);
        }
        var places = AgentWords.in(frames, body.filled().toString()).places();
        if (places.isEmpty()) {
            throw new NotFound("no words of an agent were found in the answer of POST " + url + " (HTTP "
                    + answer.status() + "): " + came, byHand);
        }
        var best = places.getFirst();
        if (AgentWords.isRepeated(best)) {
            throw new NotFound("the events of POST " + url
                    + " repeat the words so far, and Muster joins the texts of all"
                    + " events, so they would be there twice: " + came + "; ask for the answer in one piece (often"
                    + " stream: false in the body)", byHand);
        }
        var response = stream(answer, frames.size()).put("text", best.path());
        if (frames.stream().anyMatch(frame -> frame.has("error"))) {
            response.put("error", "$.error");
        }
        if (answer.body().contains("data: [DONE]")) {
            response.put("done", "[DONE]");
        }
        var calls = CallShapes.in(frames);
        calls.ifPresent(found -> response.set("tool_calls", found.mapping()));
        var agent = calls.map(found -> start.remark("tool_calls: what looked like calls of tools: "
                + String.join(", ", found.tools()))).orElse(start).with(RESPONSE, response);
        for (var other : places.stream().skip(1).limit(MOST_OTHERS).toList()) {
            agent = agent.remark(Draft.OTHER + other.path() + "  \"" + OneLine.of(AgentWords.text(other)) + "\"");
        }
        return new Found("an HTTP endpoint with an interface of its own", agent, AgentWords.text(best), best.path());
    }

    private static Found plain(String url, Peek.Answer answer, Draft start) throws NotFound {
        var body = answer.body().strip();
        var beginning = body.substring(0, Math.min(15, body.length())).toLowerCase(Locale.ROOT);
        if (answer.type().equals("text/html") || beginning.startsWith("<!doctype html")
                || beginning.startsWith("<html")) {
            throw new NotFound("this is a web page, not an agent's interface: POST " + url + " is answered with "
                    + (answer.type().isEmpty() ? "HTML" : answer.type())
                    + "; look for the address that the page itself calls");
        }
        if (body.isEmpty()) {
            throw new NotFound("the answer of POST " + url + " is empty (HTTP " + answer.status() + ")",
                    start.guess(RESPONSE, response("text", "$.reply")));
        }
        var agent = start.with(RESPONSE, response("stream", "text"));
        if (answer.type().equals("text/event-stream") || body.startsWith("data:")) {
            throw new NotFound("the events of POST " + url + " are plain text, which no path can find: "
                    + OneLine.of(body)
                    + "; ask for JSON, or take the whole body as the agent's words, with the marks of"
                    + " its events", agent);
        }
        return new Found("an HTTP endpoint that answers with plain text", agent, body, "the whole body");
    }

    /** Says how an answer arrives, where its content type does not. */
    private static ObjectNode stream(Peek.Answer answer, int frames) {
        boolean events = answer.body().lines().anyMatch(line -> line.startsWith("data:"));
        boolean isSaid = events ? answer.type().equals("text/event-stream")
                : frames > 1 ? answer.type().contains("ndjson") : !PLAIN_JSON.contains(answer.type());
        return isSaid ? Json.MAPPER.createObjectNode()
                : response("stream", events ? "sse" : frames > 1 ? "ndjson" : "json");
    }

    private static ObjectNode response(String name, String value) {
        return Json.MAPPER.createObjectNode().put(name, value);
    }

    /** Returns the command for another address, which may have been named by a server. */
    private static String again(String url) {
        boolean isPlain = url.chars().allMatch(c -> Character.isLetterOrDigit(c) || "/._~:@,=+-%".indexOf(c) >= 0);
        return "muster init --url " + (isPlain ? url : "'" + url.replace("'", "%27") + "'");
    }

    private void refuse(Peek.Answer answer, String url, Draft byHand) throws NotFound {
        if (answer.isGood() && !answer.isWhole()) {
            throw new NotFound("the answer of POST " + url + " did not end in time: " + OneLine.of(answer.body())
                    + "; --timeout gives it more; if it never ends, done in response names what ends it", byHand);
        } else if (answer.isGood()) {
            return;
        }
        int status = answer.status();
        var came = "HTTP " + status + " from POST " + url + ": " + OneLine.of(answer.body());
        switch (status) {
            case 401, 403 -> throw new NotFound(hasKey || url.indexOf('?') > 0 ? "the key you gave was refused: " + came
                    : came + "; give its key: --header 'Authorization: Bearer ${ENV.AGENT_KEY}'");
            case 404, 405 -> throw answer.body().contains("model")
                    ? new NotFound(came + "; does it have this model?", byHand) : new NotFound(came
                            + "; is the path right?");
            case 429, 502, 503, 504 -> throw new NotFound(came + "; it can't answer now: try again"
                    + (answer.header("Retry-After").isEmpty() ? ""
                            : " (it says: after " + OneLine.of(answer.header("Retry-After")) + ")"));
            default -> {
                if (status / 100 == 3 && !answer.header("Location").isEmpty()) {
                    throw new NotFound("the agent has moved to " + OneLine.of(answer.header("Location")) + " (HTTP "
                            + status
                            + " from POST " + url + "): " + again(OneLine.of(answer.header("Location"))));
                }
                if (status >= 500) {
                    throw new NotFound("the agent failed: " + came + "; look into its log");
                }
                throw new NotFound(came + "; its body is not what it takes", byHand);
            }
        }
    }
}
