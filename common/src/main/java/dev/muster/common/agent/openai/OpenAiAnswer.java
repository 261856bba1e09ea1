package dev.muster.common.agent.openai;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Usage;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.ChunkedAnswer;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.Reception;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The answer to one request: choice 0 of chunks until {@code [DONE]}, or of a whole completion in plain JSON. */
final class OpenAiAnswer extends ChunkedAnswer {

    private static final String TOOL_CALLS = "tool_calls";
    /** Members of a message that are read, and those that tell how it came about. */
    private static final Set<String> KNOWN = Set.of("content", "refusal", "reasoning", "reasoning_content", TOOL_CALLS,
            "function_call", "audio", "role", "name", "id", "type", "object", "created", "model", "annotations",
            "reasoning_details", "thinking_blocks", "provider_specific_fields", "extra_content", "thought_signature",
            "logprobs", "token_ids", "stop_reason", "tool_call_id", "obfuscation", "padding", "channel");

    private final StringBuilder content = new StringBuilder();
    private final StringBuilder refusal = new StringBuilder();
    /** What an answer in audio says. */
    private final StringBuilder spoken = new StringBuilder();
    private final ToolCalls calls;
    private @Nullable String finishReason;
    private @Nullable Usage usage;
    /** Whether a content came, perhaps an empty one. */
    private boolean said;
    private boolean reasoned;
    private boolean done;

    /** @param callsBefore calls made in the conversation so far */
    OpenAiAnswer(int callsBefore, Reception reception) {
        super(reception, true);
        this.calls = new ToolCalls(callsBefore);
    }

    @Override
    public String setting() {
        return "protocol: openai";
    }

    @Override
    protected Next done() {
        reception.arrivals().event();
        done = true;
        return Next.STOP;
    }

    @Override
    protected AgentOutcome complete(End end) {
        if (!done && finishReason == null) {
            return before(end, "a finish_reason or [DONE]", "choices");
        }
        if (!done && end == End.BROKEN) {
            reception.warnings().add("the connection broke after the finish_reason, before [DONE]");
        }
        return reply();
    }

    @Override
    protected AgentOutcome whole(JsonNode answer, String body) throws StreamBroken {
        calls.areWhole();
        read(answer, body);
        if (failure == null && answer.path("choices").isEmpty()) {
            throw new StreamBroken("the answer has no choices: " + OneLine.of(body));
        }
        return failure == null ? reply() : failure;
    }

    @Override
    protected Next chunk(JsonNode chunk, String data) throws StreamBroken {
        heard(chunk.has("choices"), data);
        used(chunk);
        failure = error(chunk);
        if (failure == null) {
            add(chunk);
        }
        return Next.GO_ON;
    }

    /** Returns the error in place of a completion: {@code {"error": {message, code?, type?}}}, or a string. */
    private static @Nullable AgentFailure error(JsonNode chunk) {
        JsonNode error = chunk.path("object").stringValue("").equals("error") ? chunk : chunk.path("error");
        return StreamBroken.isAbsent(error) ? null : AnswerJson.failure(error);
    }

    /** Reads the token counts of a chunk, which may be an error. */
    private void used(JsonNode chunk) throws StreamBroken {
        JsonNode told = chunk.path("usage");
        usage = told.isObject() ? reception.used(told) : usage;
    }

    private void add(JsonNode chunk) throws StreamBroken {
        for (JsonNode choice : list(chunk, "choices")) {
            if (choice.path("index").asInt(0) == 0) {
                choice(choice);
            } else {
                reception.warnings().unread("a second choice");
            }
        }
    }

    private AgentOutcome reply() {
        String nameless = calls.nameless();
        if (nameless != null) {
            return new AgentFailure.Protocol("agent error: the tool call '" + nameless + "' has no function name");
        }
        List<ToolCall> complete = calls.complete();
        complete.forEach(call -> reception.events().accept(new AgentEvent.ToolCalled(call)));
        if (content.isEmpty()) {
            content.append(spoken);
        }
        boolean refused = content.isEmpty() && !refusal.isEmpty();
        String text = refused ? refusal.toString() : content.toString();
        // an empty content beside reasoning is no reply: the tokens went into the reasoning
        boolean empty = said && !reasoned && complete.isEmpty();
        return reception.reply(
                new AgentReply.Content(text, complete, List.of(), null, List.of(),
                        refusal.isEmpty() ? null : refusal.toString(),
                        AgentReply.Content.texts(text, empty)),
                refused ? "refusal" : finish(), false, usage, calls.times(), AgentReply.Sequel.of(text, complete));
    }

    private void choice(JsonNode choice) throws StreamBroken {
        String member = choice.has("delta") ? "delta" : "message";
        JsonNode delta = choice.path(member);
        if (!delta.isObject() && !StreamBroken.isAbsent(delta)) {
            throw StreamBroken.wrong(member, delta, "an object");
        }
        said |= delta.path("content").isString() || !delta.path("content").isEmpty();
        append(content, text(delta, "content"));
        append(spoken, StreamBroken.text(delta.path("audio"), "transcript", "transcript"));
        unread(delta);
        append(refusal, text(delta, "refusal"));
        reasoned(text(delta, "reasoning_content"));
        reasoned(delta.path("reasoning").isString() ? text(delta, "reasoning") : "");
        for (JsonNode piece : list(delta, TOOL_CALLS)) {
            calls.add(piece, reception.arrivals().lastMs());
        }
        JsonNode legacy = delta.path("function_call");
        if (legacy.isObject()) {
            calls.addLegacy(legacy, reception.arrivals().lastMs());
        }
        String reason = text(choice, "finish_reason");
        finishReason = reason.isEmpty() ? finishReason : reason;
    }

    private void unread(JsonNode message) {
        message.properties().stream().filter(member -> !KNOWN.contains(member.getKey()) && !isEmpty(member.getValue()))
                .forEach(member -> reception.warnings()
                        .unread("'" + OneLine.ofMessage(member.getKey()) + "' in its message"));
        message.path("content").valueStream().filter(part -> !part.has("text") && !part.has("thinking"))
                .forEach(part -> reception.warnings().unread("a part of the type '"
                        + OneLine.ofMessage(part.path("type").asString("")) + "' in its message"));
    }

    private static boolean isEmpty(JsonNode value) {
        return value.isContainer() ? value.isEmpty() : !value.isString() || value.stringValue().isBlank();
    }

    private void reasoned(String piece) {
        reasoned |= !piece.isEmpty();
        reception.reasoning(piece);
    }

    private void append(StringBuilder to, String delta) {
        to.append(delta);
        reception.text(delta);
    }

    /** Returns an empty list when it is null or absent. */
    private static JsonNode list(JsonNode of, String name) throws StreamBroken {
        JsonNode value = of.path(name);
        if (!value.isArray() && !StreamBroken.isAbsent(value)) {
            throw StreamBroken.wrong(name, value, "a list");
        }
        return value;
    }

    /** Returns the finish reason; accepts servers that call tools and still say {@code stop}. */
    private String finish() {
        String reason = finishReason == null ? "stop" : finishReason;
        return switch (reason) {
            case "function_call" -> TOOL_CALLS;
            case "stop" -> calls.isEmpty() ? reason : TOOL_CALLS;
            default -> reason;
        };
    }

    /** Returns a string, or the joined texts of an array of parts; "" when it is null or absent. */
    private static String text(JsonNode of, String name) throws StreamBroken {
        JsonNode value = of.path(name);
        return !value.isArray() ? StreamBroken.text(of, name, name)
                : value.valueStream().map(part -> part.path("text").stringValue("")).collect(Collectors.joining());
    }
}
