package dev.muster.common.agent.langgraph;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Interrupt;
import dev.muster.common.agent.Sequel;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.ArrivingCall;
import dev.muster.common.agent.http.CallLog;
import dev.muster.common.agent.http.ChunkedAnswer;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.StreamBroken;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One answer as the stream of a run on a LangGraph server. The reply is what the last state has more than the first
 * one; calls that no state keeps are put together from the models' pieces.
 */
public final class GraphAnswer extends ChunkedAnswer {

    private static final String INTERRUPT = "__interrupt__";
    private static final String MESSAGES = "messages";
    private static final Set<String> OF_THE_RUN = Set.of("", "metadata", "end", "heartbeat");
    /** Blocks of a message that are read, here or as its calls. */
    private static final Set<String> READ = Set.of("", "text", "reasoning", "thinking", "redacted_thinking", "tool_use",
            "tool_call", "tool_call_chunk", "input_json_delta");
    private static final List<String> QUESTIONS = List.of("question", "message", "prompt", "query", "description");

    private final AgentRequest request;
    private final ObjectNode memory;
    private final StateText text;
    private final CallLog log;
    private final Map<String, ArrivingCall> pieces = new LinkedHashMap<>();
    private final Set<String> counted = new HashSet<>();
    /** By their ids; those without by all that they say. */
    private final Map<String, Interrupt> interrupts = new LinkedHashMap<>();
    /** How many messages of each id the thread had before. */
    private final Map<String, Integer> earlier = new HashMap<>();
    private String type = "";
    private @Nullable JsonNode state;
    private boolean speaking;

    /**
     * The place of the answer in the state.
     *
     * @param path as written; null for the messages that the agent added
     * @param in returns the value at the path, or null
     */
    public record StateText(@Nullable String path, Function<JsonNode, @Nullable JsonNode> in) {}

    public GraphAnswer(AgentRequest request, ObjectNode memory, ReplyAssembler reply, StateText text) {
        super(reply, false);
        this.request = request;
        this.memory = memory;
        this.log = reply.calls();
        this.text = text;
    }

    @Override
    public String setting() {
        return "protocol: http and preset: langgraph";
    }

    @Override
    public Next typed(String of, String data, boolean whole) throws StreamBroken {
        type = of;
        return event(data, whole);
    }

    @Override
    protected AgentOutcome complete(End end) {
        // every step ends with an update, even one that changes nothing
        return end == End.BROKEN || state == null || speaking ? end.before("the values that follow a step") : reply();
    }

    /** Python's server says why in JSON, JavaScript's in plain text. */
    @Override
    public String refusal(String body) {
        var detail = AnswerJson.readOrText(body).path("detail");
        return detail.isMissingNode() ? body : AnswerJson.text(detail);
    }

    @Override
    protected boolean isChunk(JsonNode chunk) {
        return true;
    }

    @Override
    protected Next chunk(JsonNode chunk, String data) throws StreamBroken {
        int bar = type.indexOf('|');
        switch (bar < 0 ? type : type.substring(0, bar)) {
            case MESSAGES -> message(chunk.path(0));
            case "updates" -> {
                speaking = false;
                interrupted(chunk.path(INTERRUPT));
            }
            case "values" -> state(chunk, bar >= 0);
            case "error" -> failure = AnswerJson.failure(chunk.isString()
                    || !StreamBroken.text(chunk, "message", "message").isBlank() ? chunk : chunk.path("error"));
            default -> {
                if (!OF_THE_RUN.contains(type)) {
                    reply.keep(type, chunk);
                }
            }
        }
        return Next.GO_ON;
    }

    /** Reads a message, or a piece of one, of a model or a tool in any node. */
    private void message(JsonNode message) throws StreamBroken {
        if (isTool(message)) {
            returned(message);
        } else if (isAgent(message) && !(message.path("id").isString() && earlier.containsKey(id(message)))) {
            speaking = true;
            reply.text(words(message.path("content"), "text"));
            unread(message);
            reply.reasoning(words(message.path("content"), "reasoning") + words(message.path("content"),
                    "thinking"));
            used(message, true);
            var some = message.path("tool_call_chunks");
            var of = id(message);
            for (var piece : some) {
                var key = of + " " + piece.path("index").asInt(0);
                if (!pieces.containsKey(key)) {
                    StreamBroken.checkCalls(pieces.size());
                }
                var call = pieces.computeIfAbsent(key, _ -> new ArrivingCall("", "", reply.nowMs()));
                call.identify(piece.path("id").stringValue(call.id()), piece.path("name").stringValue(call.name()));
                call.append(piece.path("args").stringValue(""), reply.nowMs());
                if (!call.id().isEmpty()) {
                    log.begin(call.id()).ended(reply.nowMs());
                }
            }
            if (some.isEmpty()) {
                called(message);
            }
        }
    }

    /** @param inner whether it is the state of a graph within the graph, which says nothing about the reply */
    private void state(JsonNode values, boolean inner) throws StreamBroken {
        interrupted(values.path(INTERRUPT));
        if (values.has(INTERRUPT) && values.size() == 1) {
            return;
        }
        if (!inner) {
            speaking = false;
            if (state == null) {
                values.path(MESSAGES).forEach(message -> earlier.merge(id(message), 1, Integer::sum));
            }
            state = values;
        }
        for (var message : since(values)) {
            if (isTool(message)) {
                returned(message);
            } else if (isAgent(message)) {
                used(message, false);
                called(message);
                unread(message);
                if (!message.path("invalid_tool_calls").isEmpty()) {
                    reply.unread("'invalid_tool_calls' in a message");
                }
            }
        }
    }

    private void unread(JsonNode message) {
        message.path("content").valueStream().map(block -> block.path("type").asString(""))
                .filter(type -> !READ.contains(type))
                .forEach(type -> reply.unread("a block of the type '" + OneLine.ofMessage(type) + "' in a message"));
    }

    private List<JsonNode> since(@Nullable JsonNode values) {
        var times = new HashMap<String, Integer>();
        return values == null ? List.of() : values.path(MESSAGES).valueStream().filter(message -> times.merge(
                id(message), 1, Integer::sum) > earlier.getOrDefault(id(message), 0)).toList();
    }

    /** Tells messages apart; a graph that keeps them without the reducer gives them no ids. */
    private static String id(JsonNode message) {
        return AnswerJson.identity(message, "id");
    }

    private static boolean isTool(JsonNode message) {
        return message.path("type").stringValue("").startsWith("tool");
    }

    private static boolean isAgent(JsonNode message) {
        return Set.of("ai", "AIMessageChunk").contains(message.path("type").stringValue(""));
    }

    /** Returns the texts of one kind of content block; a content that is a text is of the kind {@code text}. */
    private static String words(JsonNode content, String kind) {
        return content.isString() ? kind.equals("text") ? content.stringValue() : ""
                : content.valueStream().map(block -> block.isString() ? words(block, kind)
                        : block.path("type").stringValue("").equals(kind) ? block.path(kind).stringValue("") : "")
                        .collect(Collectors.joining());
    }

    /** @param piece whether it counts what came since the last piece of its message, not the whole message */
    private void used(JsonNode message, boolean piece) throws StreamBroken {
        var reported = message.path("usage_metadata");
        if (!reported.isObject() || (!counted.add(id(message)) && !piece)) {
            return;
        }
        var more = ReplyAssembler.tokens(reported, "input_tokens", "output_tokens",
                reported.path("input_token_details"), "cache_read");
        reply.used(reply.usage() == null ? more : reply.usage().plus(more));
    }

    private void called(JsonNode message) throws StreamBroken {
        var of = id(message);
        int number = 0;
        for (var call : message.path("tool_calls")) {
            number++;
            called(call.path("id").isString() ? call.path("id").stringValue() : of + "-" + number,
                    call.path("name").stringValue(""), call.path("args"));
        }
    }

    private void called(String id, String name, JsonNode arguments) throws StreamBroken {
        if (!name.isBlank() && !log.has(id)) {
            log.called(id, name, arguments);
        }
    }

    private void returned(JsonNode message) throws StreamBroken {
        var id = message.path("tool_call_id").stringValue("");
        if (id.isEmpty() || log.hasResult(id)) {
            return;
        }
        var content = message.path("content");
        var words = content.isString() ? content.stringValue() : words(content, "text");
        log.returned(new ToolResult(id, message.path("name").stringValueOpt().orElse(null),
                words.isEmpty() && !content.isString() ? content : AnswerJson.readOrText(words),
                message.path("status").stringValue("").equals("error"), words));
    }

    /** Reads the questions of the graph; at a breakpoint it asks none. */
    private void interrupted(JsonNode questions) throws StreamBroken {
        if (!questions.isArray()) {
            return;
        }
        speaking = false;
        if (questions.isEmpty() && interrupts.isEmpty()) {
            interrupts.put(GraphThread.BREAKPOINT, new Interrupt(GraphThread.BREAKPOINT,
                    "the graph stops at a breakpoint; go on?", JsonNodeFactory.instance.objectNode(), false));
        }
        for (var question : questions) {
            interrupts.remove(GraphThread.BREAKPOINT);
            var key = AnswerJson.identity(question, "id");
            var known = interrupts.get(key);
            reply.hold(question, known == null ? JsonNodeFactory.instance.missingNode() : known.detail());
            var id = question.path("id").stringValue(known == null ? "question-" + (interrupts.size() + 1)
                    : known.id());
            interrupts.put(key, new Interrupt(id, words(question.path("value")), question, false));
        }
    }

    private static String words(JsonNode question) {
        return QUESTIONS.stream().map(question::path).filter(JsonNode::isString).map(JsonNode::stringValue).findFirst()
                .orElseGet(() -> {
                    var actions = GraphThread.actions(question);
                    return actions.isEmpty() ? AnswerJson.text(question)
                            : "approve the call of " + actions.valueStream()
                                    .map(action -> action.path("name").stringValue(""))
                                    .collect(Collectors.joining(", "))
                                    + "?";
                });
    }

    private AgentOutcome reply() {
        try {
            for (var call : pieces.values()) {
                called(call.id(), call.name(), call.call().arguments());
            }
        } catch (StreamBroken e) {
            return new AgentFailure.Protocol("agent error: " + OneLine.ofMessage(String.valueOf(e.getMessage())));
        }
        var texts = texts();
        if (texts.isEmpty() && log.calls().isEmpty() && log.results().isEmpty()) {
            return AgentFailure.Agent.undeclared("agent error: " + (text.path() == null
                    ? "the graph ended without a message of type 'ai' in 'messages'; if its state has the reply"
                            + " elsewhere, give the path: response: { stream: langgraph, text: $.answer }"
                    : "response.text (" + text.path() + ") is nowhere in the state: "
                            + OneLine.of(String.valueOf(state))));
        }
        var pending = interrupts.isEmpty() ? log.pending(request) : List.<String>of();
        var messages = log.messages(texts);
        GraphThread.keep(memory, request.messages().size() + messages.size(), interrupts.values());
        reply.state(others());
        return reply.complete(texts,
                !interrupts.isEmpty() ? "interrupt" : pending.isEmpty() ? "stop" : "tool_calls",
                new Sequel(messages, List.copyOf(interrupts.values()), pending, memory));
    }

    /** Returns the texts of the agent in this run; if there are none, its questions. */
    private List<String> texts() {
        var found = state == null ? null
                : text.in().apply(state);
        var texts = text.path() == null
                ? since(state).stream().filter(GraphAnswer::isAgent).map(message -> words(message.path("content"),
                        "text"))
                : Stream.ofNullable(found).filter(value -> !value.isNull()).map(AnswerJson::text);
        var answers = texts.filter(text -> !text.isEmpty()).toList();
        if (!answers.isEmpty()) {
            return answers;
        }
        var questions = interrupts.values().stream().map(Interrupt::message).filter(Objects::nonNull).toList();
        return questions.isEmpty() && log.calls().isEmpty() && hasEmptyMessage() ? List.of("") : questions;
    }

    private boolean hasEmptyMessage() {
        return text.path() == null && since(state).stream().filter(GraphAnswer::isAgent)
                .anyMatch(message -> message.path("content").isString());
    }

    /** Returns the state without its messages; null for nothing more. */
    private @Nullable JsonNode others() {
        var others = state instanceof ObjectNode all ? all.deepCopy().without(List.of(MESSAGES, INTERRUPT)) : null;
        return others == null || others.isEmpty() ? null : others;
    }
}
