package dev.muster.cli.discovery;

import module java.base;
import dev.muster.cli.discovery.ModelApi.Models;
import dev.muster.cli.discovery.RequestBody.ServedPaths;
import dev.muster.common.agent.a2a.A2aProtocol;
import dev.muster.common.agent.aisdk.UiLine;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.agent.mapping.AnswerMap;
import dev.muster.common.agent.mapping.MappingRules;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.StringNode;

/**
 * Finds out how to speak to an address: first by what it says about itself, which costs an agent nothing, then by one
 * message. A request that is refused as unknown or as wrong has reached no agent, and may be followed by another.
 */
public final class Discovery {

    /** What the agent is asked. */
    public static final String MESSAGE = "Hello, what can you do?";

    private static final String NOTHING = "; nothing was written";
    static final String PROTOCOL = "protocol";
    static final String HTTP = "http";
    /** A server may choose the form of its answer by it. */
    private static final Map<String, String> AS_A_RUN = Map.of("Accept", MappingRules.ACCEPTS);
    private static final int CORRECTIONS = 6;
    /** With what servers answer that can't stream. */
    private static final Set<Integer> NO_STREAM = Set.of(400, 422, 500, 501);
    private static final List<ModelApi> ALL = List.of(ModelApi.values());
    private static final Models NO_MODELS = Models.of(null);

    private final Peek peek;
    private final Consumer<String> told;
    private final Refusals refusals;

    /**
     * @param timeout of the message
     * @param told receives a line before each step that sends a message, and where an answer does not come at once
     * @throws NotFound for a header that can't be sent
     */
    public Discovery(Map<String, String> headers, Duration timeout, Consumer<String> told) throws NotFound {
        this.peek = Peek.with(headers, timeout, told);
        this.told = told;
        this.refusals = new Refusals(!headers.isEmpty());
    }

    /**
     * What speaks at an address.
     *
     * @param name for people: {@code an AG-UI agent}
     * @param agent without the headers
     * @param answer its answer to the message; empty when none could be read; of an MCP server, its tools, one a line
     * @param place where the answer was read, such as {@code $.reply}
     * @param guessed the body of which the server took some members; null where the body is known
     */
    public record Found(String name, Draft agent, String answer, String place, @Nullable RequestBody guessed) {

        Found(String name, Draft agent, String answer, String place) {
            this(name, agent, answer, place, null);
        }

        /** Returns the agents with a smaller body, the likeliest first; none where the body is known. */
        public List<Draft> smaller() {
            return guessed == null ? List.of()
                    : guessed.single().stream().map(body -> agent.withBody(body.written())).toList();
        }

        /** Returns the agent with the body that a refusal of a smaller one asks for; null when it asks for none. */
        public @Nullable Draft corrected(Draft refused, String refusal) {
            return guessed == null ? null : guessed.corrected(refused, refusal);
        }

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
                    + "agents:\n  shop:\n" + agent.yaml());
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
            throw Refusals.dead(address.base(), e);
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
        return post(url, body, Map.of());
    }

    /** @param more headers of this call */
    private Peek.Answer post(String url, JsonNode body, Map<String, String> more)
            throws NotFound, InterruptedException {
        told.accept("POST " + url + ": one message, \"" + MESSAGE + "\"");
        try {
            return peek.post(url, body, more);
        } catch (IOException e) {
            throw Refusals.dead(url, e);
        }
    }

    // ---- servers of models

    /** Asks in each way until one is there; returns null when none is. */
    private @Nullable Found model(String base, Address address, List<ModelApi> ways, Models models)
            throws NotFound, InterruptedException {
        for (var way : ways) {
            var url = way.at(base, address.query());
            var streamed = post(url, way.body(models.best(), true));
            if (ways.size() == 1 || !streamed.isNowhere() || streamed.body().contains("model")) {
                boolean isWhole = way.takesWhole() && !takesStreams(streamed, way);
                var answer = isWhole ? whole(url, way.body(models.best(), false), streamed) : streamed;
                var agent = way.agent(base, address.query(), models.names());
                refusals.refuse(answer, url, agent.guess("model",
                        StringNode.valueOf(Objects.requireNonNullElse(models.best(), "NAME"))));
                var frames = AnswerMap.frames(answer.body());
                if (!way.answers(frames)) {
                    throw new NotFound("POST " + url + " is answered with HTTP " + answer.status() + ", but not as "
                            + way.title() + " answers: " + OneLine.of(answer.body()));
                }
                return way.found(answer.equals(streamed) ? agent : agent.with("stream", BooleanNode.FALSE),
                        models.best(),
                        frames);
            }
            told.accept("HTTP " + streamed.status() + ": the message reached no agent");
        }
        return null;
    }

    /** Whether a request for a stream was answered, or refused for another reason than the stream. */
    private static boolean takesStreams(Peek.Answer answer, ModelApi way) {
        return answer.isGood() ? !answer.isWhole() || answer.unreadable() != null
                || way.answers(AnswerMap.frames(answer.body())) : !NO_STREAM.contains(answer.status());
    }

    /** Returns the answer in one piece; the earlier one where this one is no better. */
    private Peek.Answer whole(String url, JsonNode body, Peek.Answer streamed) throws NotFound, InterruptedException {
        told.accept("HTTP " + streamed.status() + ", and no answer: " + OneLine.of(streamed.body())
                + "; asking again for an answer in one piece (stream: false)");
        var answer = post(url, body);
        return answer.isGood() || !streamed.isGood() ? answer : streamed;
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
            throw Refusals.dead(url, e);
        }
        refusals.refuse(answer, url, byHand);
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
            throw Refusals.dead(url, e);
        }
        var agent = Draft.of(url, PROTOCOL, "mcp");
        if (tools == null) {
            if (server.last().status() == 401 || server.last().status() == 403) {
                refusals.refuse(server.last(), url, agent);
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
                            paths.stream().map(path -> "  " + Refusals.again(address.below(path))).toList())
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
        var answer = post(url, asked.filled(), AS_A_RUN);
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
            told.accept("HTTP " + answer.status() + " refused this body, so the message reached no agent: "
                    + OneLine.of(answer
                            .body()));
            told.accept("Trying a body with " + String.join(", ", asked.names()));
            answer = post(url, asked.filled(), AS_A_RUN);
        }
        return isAiSdk(answer) ? aiSdk(url, answer) : isAgui(answer) ? agui(url, answer, asked)
                : new OwnInterface(url, refusals).found(answer, asked);
    }

    private Found nowhere(String url, Address address, ServedPaths served, Peek.Answer first)
            throws NotFound, InterruptedException {
        told.accept("HTTP " + first.status() + ": the message reached no agent");
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
        refuseOldMcp(url);
        var known = served.talking().stream().map(path -> address.origin() + path).toList();
        throw new NotFound("POST " + url + " is answered with HTTP " + first.status() + ": is the path right?"
                + (known.isEmpty() ? " No agent has heard the message" : " Its /openapi.json names "
                        + String.join(", ", known) + "; try " + Refusals.again(known.getFirst())));
    }

    /** The first transport of MCP answers a GET with a stream whose first event names another address. */
    private void refuseOldMcp(String url) throws NotFound, InterruptedException {
        Peek.Answer answer;
        try {
            answer = peek.events(url);
        } catch (IOException e) {
            return; // it answered before, and says no more
        }
        if (answer != null && answer.isGood() && answer.body().contains("event: endpoint")) {
            throw new NotFound("this is an MCP server with the HTTP+SSE transport of 2024-11-05, which Muster does not"
                    + " speak; give the address of its Streamable HTTP transport (often /mcp), or start the server as a"
                    + " program: protocol: mcp with 'command'");
        }
    }

    /** What answers with JSON-RPC has heard no message. */
    private Found rpc(String url, Peek.Answer answer) throws NotFound, InterruptedException {
        told.accept("HTTP " + answer.status() + ", JSON-RPC: the message reached no agent");
        var tools = mcp(url);
        if (tools == null) {
            refuseOldMcp(url);
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
        refusals.refuse(answer, url, agent);
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
        refusals.refuse(answer, url, agent);
        var text = AnswerMap.frames(answer.body()).stream()
                .filter(frame -> frame.path("type").asString("").startsWith("TEXT_MESSAGE_C"))
                .map(frame -> frame.path("delta").asString("")).collect(Collectors.joining());
        return new Found("an AG-UI agent", agent, text, "the TEXT_MESSAGE events");
    }
}
