package dev.muster.common.agent.mcp;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Interrupt.Resume;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.CallFailed;
import dev.muster.common.agent.http.HttpProtocol.UnsendableContent;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.Reception;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.agent.mcp.Line.Heard;
import dev.muster.common.assertion.eval.ResultSchema;
import dev.muster.common.model.ToolCall;
import dev.muster.common.time.Deadline;
import dev.muster.common.time.HeavyWork;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** One turn of a conversation with a server. */
final class McpTurn {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    /** How long a program may think about what it is, before the other question follows. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration FOREVER = Duration.ofDays(1);
    /** For the list of tools that only a check of results needs. */
    private static final Duration LISTED_WITHIN = Duration.ofSeconds(2);
    private static final int MOST_PAGES = 1_000;
    private static final int MOST_ROUNDS = 10;
    private static final int MOST_DECLINED = 100;
    private static final String WAITING = "waiting";
    private static final String DISCOVER = "discover";
    private static final String INITIALIZE = "initialize";
    private static final String ANSWER = "answer";
    private static final String ELICITATION = "elicitation/create";
    private static final int NO_METHOD = -32601;
    private static final int OTHER_HEADERS = -32020;
    private static final int OTHER_VERSION = -32022;
    private static final int NOT_FOUND = 404;

    private final AgentRequest request;
    private final ObjectNode memory;
    private final Line line;
    private final Deadline deadline;
    private final Reception reception;
    private final McpAnswer answer;
    private @Nullable JsonNode question;
    private boolean calling;
    private int rounds;
    private int declined;
    private int sent;
    private Duration patience = FOREVER;
    private int events;
    private long characters;

    McpTurn(AgentRequest request, ObjectNode memory, Line line, Deadline deadline, Reception reception) {
        this.request = request;
        this.memory = memory;
        this.line = line;
        this.deadline = deadline;
        this.reception = reception;
        this.answer = new McpAnswer(reception);
    }

    /** The response to a request: its result, or an error. */
    private record Response(String key, JsonNode message, boolean large) {

        JsonNode result() {
            return message.path("result");
        }

        int code() {
            return message.path("error").path("code").asInt(0);
        }

        CallFailed error() {
            var error = message.path("error");
            return new CallFailed(error.isMissingNode()
                    ? AgentFailure.Agent.undeclared("agent error: the response has neither result nor error: "
                            + OneLine.of(message.toString()))
                    : AnswerJson.failure(error));
        }
    }

    /** Agrees on a version, unless that was done. */
    void connect(@Nullable String known) throws CallFailed, StreamBroken, InterruptedException {
        if (deadline.passed()) {
            throw new CallFailed(AgentFailure.Timeout.after(deadline));
        }
        if (line.version != null) {
            return;
        }
        if (known == null) {
            find();
        } else if (known.equals(McpMessages.NEW)) {
            line.version = known;
        } else {
            initialize(known);
        }
    }

    /** Asks in the way of the new version, then in the old way. */
    private void find() throws CallFailed, StreamBroken, InterruptedException {
        line.say(DISCOVER, McpMessages.discover(DISCOVER),
                McpMessages.headers(McpMessages.discover(DISCOVER), McpMessages.NEW));
        // over HTTP the answers could change places, and a server that speaks both would seem old
        var told = await(Set.of(DISCOVER), line instanceof ProgramLine ? PATIENCE : FOREVER);
        if (told == null) {
            begin(McpMessages.OLD.getFirst());
            told = Objects.requireNonNull(await(Set.of(DISCOVER, INITIALIZE), FOREVER));
            if (told.key().equals(INITIALIZE)) {
                agree(told);
                return;
            }
        }
        var speaks = told.result().isObject() ? told.result().path("supportedVersions")
                : told.message().path("error").path("data").path("supported");
        boolean modern = told.result().isObject() ? told.result().has("supportedVersions")
                : (told.code() <= OTHER_HEADERS && told.code() >= OTHER_VERSION)
                        || (told.code() == NO_METHOD && told.key().isEmpty());
        var common = McpMessages.versions().stream()
                .filter(version -> speaks.valueStream().anyMatch(each -> each.asString("").equals(version)))
                .findFirst();
        if (modern && speaks.isArray() && common.isEmpty()) {
            throw foreign(speaks.valueStream().map(each -> each.asString("")).collect(Collectors.joining(", ")));
        }
        if (modern && common.orElse(McpMessages.NEW).equals(McpMessages.NEW)) {
            line.version = McpMessages.NEW;
        } else {
            initialize(common.filter(McpMessages.OLD::contains).orElse(McpMessages.OLD.getFirst()));
        }
    }

    private static CallFailed foreign(String speaks) {
        return new CallFailed(AgentFailure.Agent.undeclared("agent error: the server speaks version "
                + OneLine.of(speaks) + " of MCP, and Muster speaks " + String.join(", ", McpMessages.versions())));
    }

    private void initialize(String version) throws CallFailed, StreamBroken, InterruptedException {
        begin(version);
        agree(Objects.requireNonNull(await(Set.of(INITIALIZE), FOREVER)));
    }

    private void begin(String version) {
        line.say(INITIALIZE, McpMessages.initialize(INITIALIZE, version), Map.of());
    }

    private void agree(Response told) throws CallFailed, StreamBroken, InterruptedException {
        if (!told.result().isObject()) {
            throw told.error();
        }
        var version = told.result().path("protocolVersion").asString("");
        if (!McpMessages.OLD.contains(version)) {
            throw foreign(version);
        }
        line.version = version;
        if (line.session() != null) {
            reception.events().accept(new AgentEvent.Learned(line.session()));
        }
        var initialized = McpMessages.notification("notifications/initialized", JSON.objectNode());
        line.say("initialized", initialized, McpMessages.headers(initialized, version));
        var _ = await(Set.of("initialized"), FOREVER);
        line.listen(deadline);
    }

    /** Calls a tool, lists all, or answers what the server waits for. */
    AgentOutcome talk() throws CallFailed, StreamBroken, InterruptedException, UnsendableContent {
        var resume = request.continuation().resume();
        var waiting = memory.remove(WAITING);
        if (!resume.isEmpty() && waiting != null) {
            return answered(waiting, resume);
        }
        var call = McpInput.of(request);
        if (call == null) {
            return answer.tools(tools(), memory);
        }
        return call(new ToolCall("call-" + (1 + request.callsBefore()), call.tool(), call.arguments()),
                JSON.objectNode());
    }

    /** @param more what the params have beside the tool and its arguments */
    private AgentOutcome call(ToolCall made, ObjectNode more) throws CallFailed, StreamBroken, InterruptedException {
        calling = true;
        var params = JSON.objectNode().put("name", made.name());
        params.set("arguments", made.arguments());
        params.setAll(more);
        params.putObject("_meta").put("progressToken", request.runId());
        var told = ask("tools/call", params, Map.of());
        if (told != null && told.code() == OTHER_HEADERS) {
            var schema = tools().valueStream().filter(tool -> tool.path("name").asString("").equals(made.name()))
                    .map(tool -> tool.path("inputSchema")).findFirst().orElse(JSON.objectNode());
            told = ask("tools/call", params, McpMessages.repeated(schema, made.arguments()));
        }
        return told == null ? asked(made, key()) : result(told, made);
    }

    private AgentOutcome result(Response told, ToolCall made)
            throws CallFailed, StreamBroken, InterruptedException {
        var result = told.result();
        if (!result.isObject()) {
            throw told.error();
        }
        if (!result.path("resultType").asString("").equals("input_required")) {
            if (line instanceof ProgramLine program && !program.errors().isBlank()) {
                reception.keep("stderr", JSON.stringNode(program.errors()));
            }
            try {
                return checked(HeavyWork.run(told.large(), deadline, () -> answer.result(made, result, memory)), made,
                        result);
            } catch (HeavyWork.OutOfTime e) {
                throw new CallFailed(AgentFailure.Timeout.after(deadline));
            }
        }
        var questions = new LinkedHashMap<String, JsonNode>();
        for (var each : result.path("inputRequests").properties()) {
            if (!each.getValue().path("method").asString("").equals(ELICITATION)) {
                throw new CallFailed(AgentFailure.Agent.undeclared("agent error: " + made.name() + " needs "
                        + OneLine.of(each.getValue().path("method").asString("")) + ", which Muster does not offer"));
            }
            questions.put(each.getKey(), each.getValue().path("params"));
        }
        var next = JSON.objectNode();
        if (result.has("requestState")) {
            next.set("requestState", result.path("requestState"));
        }
        if (questions.isEmpty()) {
            if (++rounds > MOST_ROUNDS) {
                throw new CallFailed(AgentFailure.Agent.undeclared("agent error: " + made.name()
                        + " wanted to be called again, without a question, more than " + MOST_ROUNDS + " times"));
            }
            return call(made, next);
        }
        waits(made).set("state", next);
        memory.withObject("/" + WAITING).putObject("questions").setAll(questions);
        return answer.asks(questions, memory);
    }

    /** Warns of a result that does not fit what its tool declares: clients of the official SDKs refuse it. */
    private AgentReply checked(AgentReply reply, ToolCall made, JsonNode result) throws InterruptedException {
        var structured = result.path("structuredContent");
        if (StreamBroken.isAbsent(structured) || result.path("isError").asBoolean(false)) {
            return reply;
        }
        var schema = schemas().path(made.name());
        return schema.isMissingNode() ? reply
                : ResultSchema.mismatch(schema, structured).map(words -> reply.warning("the result of " + made.name()
                        + " does not fit its outputSchema: " + OneLine.of(words))).orElse(reply);
    }

    /** Returns the declared schemas by tool, asked for once in a conversation; a server need not list its tools. */
    private ObjectNode schemas() throws InterruptedException {
        var known = line.schemas;
        if (known == null) {
            known = JSON.objectNode();
            line.schemas = known;
            patience = LISTED_WITHIN;
            try {
                for (var tool : tools()) {
                    if (tool.path("outputSchema").isObject()) {
                        known.set(tool.path("name").asString(""), tool.get("outputSchema"));
                    }
                }
            } catch (CallFailed | StreamBroken e) {
                known.removeAll();
            } finally {
                patience = FOREVER;
            }
        }
        return known;
    }

    private ObjectNode waits(ToolCall made) {
        return memory.putObject(WAITING).put("id", made.id()).put("tool", made.name()).set("arguments",
                made.arguments());
    }

    /** Passes on a question of the old way, while its call goes on. */
    private AgentOutcome asked(ToolCall made, String key) throws StreamBroken {
        var asked = Objects.requireNonNull(question);
        line.asking = key;
        waits(made).put("key", key).set("question", asked);
        return answer.asks(Map.of("question", asked.path("params")), memory);
    }

    private AgentOutcome answered(JsonNode waiting, List<Resume> resume)
            throws CallFailed, StreamBroken, InterruptedException, UnsendableContent {
        var made = new ToolCall(waiting.path("id").asString(), waiting.path("tool").asString(),
                waiting.path("arguments"));
        calling = true;
        var said = Objects.requireNonNullElse(resume.getFirst().payload(), JSON.nullNode());
        var asked = waiting.path("question");
        if (asked.isMissingNode()) {
            var questions = waiting.path("questions");
            var next = JSON.objectNode().setAll((ObjectNode) waiting.path("state"));
            var answers = next.putObject("inputResponses");
            for (var each : questions.properties()) {
                var own = said.path("value").path(each.getKey());
                answers.set(each.getKey(), McpInput.answer(each.getValue(),
                        questions.size() > 1 && own.isObject() ? JSON.objectNode().set("value", own) : said));
            }
            return call(made, next);
        }
        var key = waiting.path("key").asString();
        if (!key.equals(line.asking)) {
            throw new CallFailed(new AgentFailure.Truncated("agent error: the session that asked is gone"));
        }
        line.asking = null;
        var response = McpMessages.response(asked.path("id"), "result",
                McpInput.answer(asked.path("params"), said));
        line.say(ANSWER, response, McpMessages.headers(response, version()));
        var told = await(Set.of(key), FOREVER);
        return told == null ? asked(made, key) : result(told, made);
    }

    /** Returns all tools, page by page. */
    private ArrayNode tools() throws CallFailed, StreamBroken, InterruptedException {
        var tools = JSON.arrayNode();
        JsonNode cursor = JSON.missingNode();
        var asked = new HashSet<JsonNode>();
        for (int page = 0; page < MOST_PAGES; page++) {
            var params = JSON.objectNode();
            if (!StreamBroken.isAbsent(cursor)) {
                params.set("cursor", cursor);
            }
            var told = ask("tools/list", params, Map.of());
            if (told == null) {
                throw new StreamBroken("tools/list was not answered");
            }
            if (!told.result().isObject()) {
                throw told.error();
            }
            reception.hold(told.result());
            told.result().path("tools").forEach(tools::add);
            cursor = told.result().path("nextCursor");
            if (StreamBroken.isAbsent(cursor)) {
                return tools;
            }
            if (!asked.add(cursor)) {
                throw new StreamBroken("tools/list names the cursor " + OneLine.of(cursor.toString())
                        + " a second time, so the list would not end");
            }
        }
        throw new StreamBroken("the list of tools did not end after " + MOST_PAGES + " pages");
    }

    private String key() {
        return request.runId() + (sent == 1 ? "" : "-" + sent);
    }

    private String version() {
        return Objects.requireNonNull(line.version, "connected");
    }

    /** Asks, in a new session if the server forgot the old one; returns null when the server asks back. */
    private @Nullable Response ask(String method, ObjectNode params, Map<String, String> headers)
            throws CallFailed, StreamBroken, InterruptedException {
        try {
            return askOnce(method, params, headers);
        } catch (CallFailed e) {
            if (line.session() == null || !(e.failure() instanceof AgentFailure.Refused(int status, _))
                    || status != NOT_FOUND) {
                throw e;
            }
            var agreed = version();
            line.forget();
            initialize(agreed);
            return askOnce(method, params, headers);
        }
    }

    private @Nullable Response askOnce(String method, ObjectNode params, Map<String, String> more)
            throws CallFailed, StreamBroken, InterruptedException {
        sent++;
        var message = McpMessages.request(key(), method, params, version());
        var headers = McpMessages.headers(message, version());
        headers.putAll(more);
        line.say(key(), message, headers);
        return await(Set.of(key()), patience);
    }

    /**
     * Waits for the answer to a message.
     *
     * @return null when nothing came at most after that, and when the server asks its user
     */
    private @Nullable Response await(Set<String> keys, Duration atMost)
            throws CallFailed, StreamBroken, InterruptedException {
        var until = deadline.within(atMost);
        Response told = null;
        while (true) {
            switch (deadline.passed() ? null : line.next(until.left(), deadline)) {
                case null -> {
                    if (deadline.passed()) {
                        throw new CallFailed(AgentFailure.Timeout.after(deadline));
                    }
                    if (until.passed()) {
                        return null;
                    }
                }
                case Heard.Said(var message, var data) when message.has("method") -> {
                    count(data);
                    if (!message.has("id")) {
                        var name = message.path("method").asString("");
                        reception.keep(name.substring(name.indexOf('/') + 1), message.path("params"));
                    } else if (isQuestion(message)) {
                        question = message;
                        return null;
                    }
                }
                case Heard.Said(var message, var data) -> {
                    var key = message.path("id").asString("");
                    boolean unsure = keys.size() > 1 && !message.path("result").isObject() && key.equals(DISCOVER);
                    if ((keys.contains(key) || message.path("id").isNull()) && !unsure) {
                        count(data);
                        told = new Response(key, message, data.length() > HeavyWork.CHARACTERS);
                    }
                }
                case Heard.Ended(var key, var failure, var error) when keys.contains(key) -> {
                    if (failure == null && (told != null || !key.equals(DISCOVER) || keys.size() == 1)) {
                        return told == null ? new Response(key, JSON.objectNode(), false) : told;
                    }
                    if (failure != null && error.path("code").asInt(0) == OTHER_HEADERS) {
                        return new Response(key, JSON.objectNode().set("error", error), false);
                    }
                    if (failure != null && !key.equals(DISCOVER)) {
                        throw new CallFailed(failure);
                    }
                    if (failure != null && keys.size() == 1) {
                        return refused(failure, error);
                    }
                }
                case Heard.Ended(var key, var failure, _) -> {
                    // what was asked before no longer counts
                    if (failure != null && (key.isEmpty() || key.equals(ANSWER))) {
                        throw new CallFailed(failure);
                    }
                }
            }
        }
    }

    /** Returns what a refusal of the new way's question tells; the old way may still be right. */
    private static Response refused(AgentFailure failure, JsonNode error) throws CallFailed {
        return switch (failure) {
            case AgentFailure.Refused(int status, _) when status == NOT_FOUND -> new Response("",
                    JSON.objectNode().set("error", error), false);
            case AgentFailure.Agent _,AgentFailure.Protocol _ -> new Response(DISCOVER,
                    JSON.objectNode().set("error", error), false);
            case AgentFailure.Refused _,AgentFailure.Unreachable _,AgentFailure.Busy _,AgentFailure.Truncated _,AgentFailure.Cancelled _,AgentFailure.Timeout _ ->
                throw new CallFailed(failure);
        };
    }

    /** Whether a request of the server is a question for its user; others are answered here. */
    private boolean isQuestion(JsonNode message) throws StreamBroken {
        var method = message.path("method").asString("");
        if (method.equals(ELICITATION) && calling) {
            return true;
        }
        if (++declined > MOST_DECLINED) {
            throw new StreamBroken("the server asked for more than " + MOST_DECLINED + " answers in one turn");
        }
        if (!method.equals("ping")) {
            reception.warnings().add("the server asked for " + OneLine.of(method) + ", which Muster does not offer");
        }
        var response = method.equals("ping")
                ? McpMessages.response(message.path("id"), "result", JSON.objectNode())
                : McpMessages.response(message.path("id"), "error", JSON.objectNode().put("code", NO_METHOD)
                        .put("message", "Muster does not offer " + method));
        line.say(Line.DECLINED, response, McpMessages.headers(response, Objects.requireNonNullElse(line.version, "")));
        return false;
    }

    private void count(String data) throws StreamBroken {
        reception.event(data);
        characters += data.length();
        if (++events > request.bounds().events() || characters > request.bounds().bytes()) {
            throw new StreamBroken("the answer exceeded the bound of " + request.bounds().events() + " events or "
                    + (request.bounds().bytes() >> 20) + " MiB per answer");
        }
    }
}
