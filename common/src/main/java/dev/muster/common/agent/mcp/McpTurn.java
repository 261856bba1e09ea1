package dev.muster.common.agent.mcp;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Interrupt.Resume;
import dev.muster.common.agent.http.CallFailed;
import dev.muster.common.agent.http.HttpProtocol.UnsendableContent;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.assertion.eval.ResultSchema;
import dev.muster.common.model.ToolCall;
import dev.muster.common.time.HeavyWork;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** One turn with a connected server: calls a tool, lists all, or answers a question of the server. */
final class McpTurn {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    /** For the list of tools that only a check of results needs. */
    private static final Duration LISTED_WITHIN = Duration.ofSeconds(2);
    private static final int MOST_PAGES = 1_000;
    private static final int MOST_ROUNDS = 10;
    private static final String WAITING = "waiting";
    private static final String CALL = "tools/call";
    private final AgentRequest request;
    private final ObjectNode memory;
    private final McpExchange exchange;
    private final McpConnection connection;
    private final McpAnswer answer;
    private int rounds;
    private int sent;
    private Duration patience = McpExchange.FOREVER;

    McpTurn(AgentRequest request, ObjectNode memory, McpExchange exchange) {
        this.request = request;
        this.memory = memory;
        this.exchange = exchange;
        this.connection = exchange.connection;
        this.answer = new McpAnswer(exchange.reply);
    }

    AgentOutcome run() throws CallFailed, StreamBroken, InterruptedException, UnsendableContent {
        var resume = request.continuation().resume();
        var waiting = memory.remove(WAITING);
        if (!resume.isEmpty() && waiting != null) {
            return resumed(waiting, resume);
        }
        var input = McpInput.of(request);
        if (input == null) {
            return answer.tools(tools(), memory);
        }
        return call(new ToolCall("call-" + (1 + request.callsBefore()), input.tool(), input.arguments()),
                JSON.objectNode());
    }

    /** @param more members of the params beside the tool and its arguments */
    private AgentOutcome call(ToolCall call, ObjectNode more) throws CallFailed, StreamBroken, InterruptedException {
        begin(call);
        var params = JSON.objectNode().put("name", call.name());
        params.set("arguments", call.arguments());
        params.setAll(more);
        params.putObject("_meta").put("progressToken", request.runId());
        var response = ask(CALL, params, Map.of());
        if (response != null && response.code() == McpExchange.OTHER_HEADERS) {
            var schema = tools().valueStream().filter(tool -> tool.path("name").asString("").equals(call.name()))
                    .map(tool -> tool.path("inputSchema")).findFirst().orElse(JSON.objectNode());
            response = ask(CALL, params, McpMessages.repeated(schema, call.arguments()));
        }
        return response == null ? questioned(call, key()) : result(response, call);
    }

    private void begin(ToolCall call) throws StreamBroken {
        exchange.allowQuestions();
        var _ = exchange.reply.calls().begin(call.id());
    }

    private AgentOutcome result(McpResponse response, ToolCall call)
            throws CallFailed, StreamBroken, InterruptedException {
        var result = response.checkedResult();
        if (result.path("resultType").asString("").equals("input_required")) {
            return inputRequired(result, call);
        }
        if (connection instanceof ProgramConnection program && !program.errors().isBlank()) {
            exchange.reply.keep("stderr", JSON.stringNode(program.errors()));
        }
        try {
            return checked(
                    HeavyWork.run(response.large(), exchange.deadline, () -> answer.result(call, result, memory)),
                    call, result);
        } catch (HeavyWork.OutOfTime e) {
            throw new CallFailed(AgentFailure.Timeout.after(exchange.deadline));
        }
    }

    /** Passes on the questions of the new version, whose answers go into another call. */
    private AgentOutcome inputRequired(JsonNode result, ToolCall call)
            throws CallFailed, StreamBroken, InterruptedException {
        var questions = new LinkedHashMap<String, JsonNode>();
        for (var each : result.path("inputRequests").properties()) {
            var method = each.getValue().path("method").asString("");
            if (!method.equals(McpExchange.ELICITATION)) {
                throw new CallFailed(AgentFailure.Agent.undeclared("agent error: " + call.name() + " needs "
                        + OneLine.of(method) + ", which Muster does not offer"));
            }
            questions.put(each.getKey(), each.getValue().path("params"));
        }
        var next = JSON.objectNode();
        if (result.has("requestState")) {
            next.set("requestState", result.path("requestState"));
        }
        if (questions.isEmpty()) {
            if (++rounds > MOST_ROUNDS) {
                throw new CallFailed(AgentFailure.Agent.undeclared("agent error: " + call.name()
                        + " wanted to be called again, without a question, more than " + MOST_ROUNDS + " times"));
            }
            return call(call, next);
        }
        remember(call).set("state", next);
        memory.withObject("/" + WAITING).putObject("questions").setAll(questions);
        return answer.asks(questions, memory);
    }

    /** Warns of a result that does not match what its tool declares: clients of the official SDKs refuse it. */
    private AgentReply checked(AgentReply reply, ToolCall call, JsonNode result) throws InterruptedException {
        var structured = result.path("structuredContent");
        if (StreamBroken.isAbsent(structured) || result.path("isError").asBoolean(false)) {
            return reply;
        }
        var schema = schemas().path(call.name());
        return schema.isMissingNode() ? reply
                : ResultSchema.mismatch(schema, structured).map(words -> reply.warning("the result of " + call.name()
                        + " does not fit its outputSchema: " + OneLine.of(words))).orElse(reply);
    }

    /** Returns the declared schemas by tool, read once in a conversation; a server need not list its tools. */
    private ObjectNode schemas() throws InterruptedException {
        var known = connection.schemas;
        if (known == null) {
            known = JSON.objectNode();
            connection.schemas = known;
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
                patience = McpExchange.FOREVER;
            }
        }
        return known;
    }

    private ObjectNode remember(ToolCall call) {
        return memory.putObject(WAITING).put("id", call.id()).put("tool", call.name()).set("arguments",
                call.arguments());
    }

    /** Passes on a question of the old versions, while its call goes on. */
    private AgentOutcome questioned(ToolCall call, String key) throws StreamBroken {
        var question = exchange.question();
        connection.questioned = key;
        remember(call).put("key", key).set("question", question);
        return answer.asks(Map.of("question", question.path("params")), memory);
    }

    private AgentOutcome resumed(JsonNode waiting, List<Resume> resume)
            throws CallFailed, StreamBroken, InterruptedException, UnsendableContent {
        var call = new ToolCall(waiting.path("id").asString(), waiting.path("tool").asString(),
                waiting.path("arguments"));
        begin(call);
        var given = Objects.requireNonNullElse(resume.getFirst().payload(), JSON.nullNode());
        var question = waiting.path("question");
        if (question.isMissingNode()) {
            return call(call, answers(waiting, given));
        }
        var key = waiting.path("key").asString();
        if (!key.equals(connection.questioned)) {
            throw new CallFailed(new AgentFailure.Truncated("agent error: the session that asked is gone"));
        }
        connection.questioned = null;
        exchange.send(McpExchange.ANSWER, McpMessages.response(question.path("id"), "result",
                McpInput.answer(question.path("params"), given)), version());
        var response = exchange.await(Set.of(key), McpExchange.FOREVER);
        return response == null ? questioned(call, key) : result(response, call);
    }

    /** Returns the state of a call with the answers to its questions. */
    private static ObjectNode answers(JsonNode waiting, JsonNode given) throws UnsendableContent {
        var questions = waiting.path("questions");
        var next = JSON.objectNode().setAll((ObjectNode) waiting.path("state"));
        var answers = next.putObject("inputResponses");
        for (var each : questions.properties()) {
            var own = given.path("value").path(each.getKey());
            answers.set(each.getKey(), McpInput.answer(each.getValue(),
                    questions.size() > 1 && own.isObject() ? JSON.objectNode().set("value", own) : given));
        }
        return next;
    }

    /** Returns all tools, page by page. */
    private ArrayNode tools() throws CallFailed, StreamBroken, InterruptedException {
        var tools = JSON.arrayNode();
        JsonNode cursor = JSON.missingNode();
        var cursors = new HashSet<JsonNode>();
        for (int page = 0; page < MOST_PAGES; page++) {
            var params = JSON.objectNode();
            if (!StreamBroken.isAbsent(cursor)) {
                params.set("cursor", cursor);
            }
            var response = ask("tools/list", params, Map.of());
            if (response == null) {
                throw new StreamBroken("tools/list was not answered");
            }
            var result = response.checkedResult();
            exchange.reply.hold(result);
            result.path("tools").forEach(tools::add);
            cursor = result.path("nextCursor");
            if (StreamBroken.isAbsent(cursor)) {
                return tools;
            }
            if (!cursors.add(cursor)) {
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
        return Objects.requireNonNull(connection.version, "connected");
    }

    /**
     * Sends a request, in a new session if the server forgot the old one; returns null when the server asks its user.
     */
    private @Nullable McpResponse ask(String method, ObjectNode params, Map<String, String> headers)
            throws CallFailed, StreamBroken, InterruptedException {
        try {
            return askOnce(method, params, headers);
        } catch (CallFailed e) {
            if (connection.session() == null || !(e.failure() instanceof AgentFailure.Refused(int status, _))
                    || status != McpExchange.NOT_FOUND) {
                throw e;
            }
            var agreed = version();
            connection.forget();
            new McpHandshake(exchange).initialize(agreed);
            return askOnce(method, params, headers);
        }
    }

    private @Nullable McpResponse askOnce(String method, ObjectNode params, Map<String, String> more)
            throws CallFailed, StreamBroken, InterruptedException {
        sent++;
        var message = McpMessages.request(key(), method, params, version());
        var headers = McpMessages.headers(message, version());
        headers.putAll(more);
        connection.send(key(), message, headers);
        return exchange.await(Set.of(key()), patience);
    }
}
