package dev.muster.common.agent.yao;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Sequel;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.ArrivingCall;
import dev.muster.common.agent.http.ChunkedAnswer;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.StreamBroken;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** The answer to one request: chunks until {@code stream_end}. */
final class YaoAnswer extends ChunkedAnswer {

    private static final String ERROR = "error";
    private static final String CANCELLED = "cancelled";
    /** Statuses at the end of a stream that was not cancelled. */
    private static final Set<String> STATUSES = Set.of("", "completed", ERROR);
    /** Types shown while the agent works, not part of its answer. */
    private static final Set<String> PASSING = Set.of("loading", "user_input");
    /** Types kept as custom events; others are kept too, with a warning. */
    private static final Set<String> KEPT = Set.of("action", "image", "audio", "video", "execute", "agent", "todo",
            "plan", "job");

    /** In the order in which they began. */
    private final List<CuiMessage> messages = new ArrayList<>();
    private final Map<String, CuiMessage> byId = new HashMap<>();
    private final Map<String, JsonNode> announced = new HashMap<>();
    private int calls;
    private @Nullable JsonNode end;
    private @Nullable CuiMessage failed;

    YaoAnswer(ReplyAssembler reply) {
        super(reply, false);
    }

    @Override
    protected Next chunk(JsonNode json, String data) throws StreamBroken {
        var chunk = Chunk.of(json);
        if (chunk.type().equals("event")) {
            event(chunk.props().path("event").stringValue(""), chunk.props().path("data"));
        } else {
            for (Chunk each : chunk.each()) {
                part(each);
            }
        }
        return end != null ? Next.STOP : error() == null ? Next.GO_ON : Next.CLOSING;
    }

    /** Returns the outcome; an error decides it, even if the agent continues after it. */
    @Override
    protected AgentOutcome complete(End how) {
        var reported = reported();
        if (reported != null) {
            return reported;
        }
        return end != null ? reply() : how.before("stream_end");
    }

    @Override
    public @Nullable AgentFailure reported() {
        String error = error();
        return error == null ? null : AgentFailure.Agent.declared("agent error: " + error);
    }

    /**
     * Reads the error that a server sends instead of a stream: {@code {"error": …, "error_description": …}}. Returns
     * its message with its code, or the whole body when it has another form.
     */
    @Override
    public String refusal(String body) {
        JsonNode answer = AnswerJson.orMissing(body);
        String code = answer.path("error").stringValue("");
        String sentence = answer.path("error_description").stringValue("");
        if (sentence.isBlank()) {
            return code.isBlank() ? body : code;
        }
        return code.isBlank() ? sentence : sentence + " (" + code + ")";
    }

    private @Nullable String error() {
        if (failed != null) {
            return errorMessage(failed);
        }
        String reason = end == null ? "" : end.path(ERROR).stringValue("");
        if (!reason.isBlank()) {
            return OneLine.ofMessage(reason);
        }
        return end != null && status(end).equals(ERROR) ? "the agent's run failed, and it does not say why" : null;
    }

    private AgentReply reply() {
        messages.forEach(this::ended);
        messages.stream().filter(message -> message.endedMs >= 0).forEach(message -> reply.calls().add(call(message)));
        messages.stream().filter(YaoAnswer::isCustom)
                .forEach(message -> reply.custom(message.type(), message.props.settled()));
        List<String> texts = texts();
        boolean empty = texts.isEmpty() && reply.calls().size() == 0
                && messages.stream().anyMatch(message -> message.type().equals(CuiMessage.TEXT));
        // without the tool calls: the agent answers them itself, unseen, so the history would lack their results
        return reply.complete(empty ? List.of("") : texts, finish(),
                new Sequel(Sequel.messages(texts, List.of()), List.of(), List.of()));
    }

    private void event(String name, JsonNode data) throws StreamBroken {
        String id = data.path("message_id").stringValue("");
        switch (name) {
            case "message_start" -> announce(id, data.path("tool_call"));
            case "message_end" -> {
                announce(id, data.path("tool_call"));
                CuiMessage message = byId.get(id);
                if (message != null) {
                    ended(message);
                }
            }
            case "stream_end" -> {
                end = data;
                judge(status(data));
                reply.used(data.path("usage"));
            }
            default -> {
            }
        }
    }

    private void judge(String status) {
        if (status.equals(CANCELLED)) {
            reply.warn("the agent canceled the run");
        } else if (!STATUSES.contains(status)) {
            reply.warn("the unknown status '" + OneLine.ofMessage(status)
                    + "' of stream_end was taken for completed");
        }
    }

    private void part(Chunk chunk) throws StreamBroken {
        CuiMessage message = message(chunk);
        String more;
        try {
            more = message.take(chunk);
        } catch (Props.DeltaFailed e) {
            reply.warn("a delta of type " + OneLine.ofMessage(chunk.type()) + " could not be applied: "
                    + e.getMessage());
            return;
        }
        switch (message.type()) {
            case CuiMessage.TEXT -> reply.text(more);
            case CuiMessage.THINKING -> reply.reasoning(more);
            case CuiMessage.TOOL_CALL -> {
                if (!message.calls) {
                    message.calls = true;
                    StreamBroken.checkCalls(calls++);
                }
            }
            case ERROR -> failed = failed == null ? message : failed;
            default -> other(message.type());
        }
    }

    private void other(String type) {
        if (!PASSING.contains(type) && !KEPT.contains(type)) {
            reply.warn("'" + OneLine.ofMessage(type) + "' is a type of chunk that Muster does not know; "
                    + "it was kept as a custom event");
        }
    }

    private List<String> texts() {
        return messages.stream().filter(message -> message.type().equals(CuiMessage.TEXT)).map(CuiMessage::text)
                .filter(text -> !text.isBlank()).toList();
    }

    private String finish() {
        if (end != null && status(end).equals(CANCELLED)) {
            return CANCELLED;
        }
        boolean called = messages.reversed().stream().map(CuiMessage::type)
                .filter(Set.of(CuiMessage.TEXT, CuiMessage.TOOL_CALL)::contains).findFirst()
                .filter(CuiMessage.TOOL_CALL::equals).isPresent();
        return called ? "tool_calls" : "stop";
    }

    private static boolean isCustom(CuiMessage message) {
        return switch (message.type()) {
            case CuiMessage.TEXT, CuiMessage.THINKING, CuiMessage.TOOL_CALL, ERROR -> false;
            default -> !PASSING.contains(message.type());
        };
    }

    private static String errorMessage(CuiMessage error) {
        String message = error.string("message").isBlank() ? error.text() : error.string("message");
        String code = error.string("code");
        return OneLine.ofMessage(message.isBlank() ? error.props.settled().toString() : message)
                + (code.isEmpty() ? "" : " (" + OneLine.ofMessage(code) + ")");
    }

    private static String status(JsonNode end) {
        return end.path("status").stringValue("");
    }

    /** Returns the message of a chunk; a new one, started now, for its first chunk. */
    private CuiMessage message(Chunk chunk) {
        CuiMessage known = chunk.messageId().isEmpty() ? nameless(chunk) : byId.get(chunk.messageId());
        if (known != null) {
            return known;
        }
        var begun = new CuiMessage(chunk.messageId(), reply.nowMs(), chunk.type());
        messages.add(begun);
        if (!chunk.messageId().isEmpty()) {
            byId.put(chunk.messageId(), begun);
        }
        return begun;
    }

    /** Returns the message of a chunk without an id: the previous one, if that has no id either. */
    private @Nullable CuiMessage nameless(Chunk chunk) {
        if (messages.isEmpty() || chunk.action() == Chunk.Action.WHOLE) {
            return null;
        }
        CuiMessage last = messages.getLast();
        return last.id.isEmpty() && last.type().equals(chunk.type()) ? last : null;
    }

    /** Records a call's id and name from an event, in case the chunks have none. */
    private void announce(String messageId, JsonNode call) {
        if (call.isObject()) {
            announced.put(messageId, call);
        }
    }

    /** Reports a tool call once, when its message has ended. */
    private void ended(CuiMessage message) {
        if (message.type().equals(CuiMessage.TOOL_CALL) && message.endedMs < 0) {
            message.endedMs = reply.nowMs();
            reply.calls().announce(call(message).call());
        }
    }

    private ArrivingCall call(CuiMessage message) {
        JsonNode call = announced.getOrDefault(message.id, MissingNode.getInstance());
        String id = either(message.string("id"), call.path("id"));
        String name = either(message.string("name"), call.path("name"));
        var ended = new ArrivingCall(id.isEmpty() ? message.id : id, name, message.startedMs);
        ended.arguments(arguments(message, call));
        ended.ended(message.endedMs);
        return ended;
    }

    private static String either(String own, JsonNode announced) {
        return own.isEmpty() ? announced.stringValue("") : own;
    }

    private static JsonNode arguments(CuiMessage message, JsonNode announced) {
        JsonNode own = message.props.get(CuiMessage.ARGUMENTS);
        JsonNode arguments = StreamBroken.isAbsent(own) ? announced.path(CuiMessage.ARGUMENTS) : own;
        return arguments.isContainer() ? GrowingText.settled(arguments)
                : AnswerJson.arguments(GrowingText.from(arguments, 0));
    }
}
