package dev.muster.common.agent.openai;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.Sequel;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.ChunkedAnswer;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The answer to one request: choice 0 of chunks until {@code [DONE]}, or of a whole completion in plain JSON. */
final class OpenAiAnswer extends ChunkedAnswer {

    private static final String TOOL_CALLS = "tool_calls";
    /** Members of a message that are read, and those that describe how it was produced. */
    private static final Set<String> KNOWN = Set.of("content", "refusal", "reasoning", "reasoning_content", TOOL_CALLS,
            "function_call", "audio", "role", "name", "id", "type", "object", "created", "model", "annotations",
            "reasoning_details", "thinking_blocks", "provider_specific_fields", "extra_content", "thought_signature",
            "logprobs", "token_ids", "stop_reason", "tool_call_id", "obfuscation", "padding", "channel");

    private final StringBuilder content = new StringBuilder();
    private final StringBuilder refusal = new StringBuilder();
    /** The transcript of an answer in audio. */
    private final StringBuilder spoken = new StringBuilder();
    private final ToolCalls calls;
    private @Nullable String finishReason;
    /** Whether a content came, perhaps an empty one. */
    private boolean hasContent;
    private boolean reasoned;
    private boolean done;

    /** @param callsBefore calls made in the conversation so far */
    OpenAiAnswer(int callsBefore, ReplyAssembler reply) {
        super(reply, true);
        this.calls = new ToolCalls(callsBefore, reply);
    }

    @Override
    public String setting() {
        return "protocol: openai";
    }

    @Override
    protected Next done() {
        reply.arrivals().event();
        done = true;
        return Next.STOP;
    }

    @Override
    protected AgentOutcome complete(End end) {
        if (!done && finishReason == null) {
            return before(end, "a finish_reason or [DONE]", "choices");
        }
        if (!done && end == End.BROKEN) {
            reply.warn("the connection broke after the finish_reason, before [DONE]");
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
        belongs(chunk.has("choices"), data);
        reply.used(chunk.path("usage")); // an error may have it, too
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

    private void add(JsonNode chunk) throws StreamBroken {
        for (JsonNode choice : list(chunk, "choices")) {
            if (choice.path("index").asInt(0) == 0) {
                choice(choice);
            } else {
                reply.unread("a second choice");
            }
        }
    }

    private AgentOutcome reply() {
        String nameless = calls.nameless();
        if (nameless != null) {
            return new AgentFailure.Protocol("agent error: the tool call '" + nameless + "' has no function name");
        }
        List<ToolCall> complete = calls.complete();
        if (content.isEmpty()) {
            content.append(spoken);
        }
        boolean refused = content.isEmpty() && !refusal.isEmpty();
        String text = refused ? refusal.toString() : content.toString();
        // an empty content beside reasoning is no reply: the tokens went into the reasoning
        boolean empty = hasContent && !reasoned && complete.isEmpty();
        reply.refusal(refusal.isEmpty() ? null : refusal.toString());
        return reply.complete(AgentReply.Content.texts(text, empty), refused ? "refusal" : finish(),
                Sequel.of(text, complete));
    }

    private void choice(JsonNode choice) throws StreamBroken {
        String member = choice.has("delta") ? "delta" : "message";
        JsonNode delta = choice.path(member);
        if (!delta.isObject() && !StreamBroken.isAbsent(delta)) {
            throw StreamBroken.wrong(member, delta, "an object");
        }
        hasContent |= delta.path("content").isString() || !delta.path("content").isEmpty();
        append(content, text(delta, "content"));
        append(spoken, StreamBroken.text(delta.path("audio"), "transcript", "transcript"));
        unread(delta);
        append(refusal, text(delta, "refusal"));
        reasoned(text(delta, "reasoning_content"));
        reasoned(delta.path("reasoning").isString() ? text(delta, "reasoning") : "");
        for (JsonNode piece : list(delta, TOOL_CALLS)) {
            calls.add(piece);
        }
        JsonNode legacy = delta.path("function_call");
        if (legacy.isObject()) {
            calls.addLegacy(legacy);
        }
        String reason = text(choice, "finish_reason");
        finishReason = reason.isEmpty() ? finishReason : reason;
    }

    private void unread(JsonNode message) {
        message.properties().stream().filter(member -> !KNOWN.contains(member.getKey()) && !isEmpty(member.getValue()))
                .forEach(member -> reply.unread("'" + OneLine.ofMessage(member.getKey()) + "' in its message"));
        message.path("content").valueStream().filter(part -> !part.has("text") && !part.has("thinking"))
                .forEach(part -> reply.unread("a part of the type '"
                        + OneLine.ofMessage(part.path("type").asString("")) + "' in its message"));
    }

    private static boolean isEmpty(JsonNode value) {
        return value.isContainer() ? value.isEmpty() : !value.isString() || value.stringValue().isBlank();
    }

    private void reasoned(String piece) {
        reasoned |= !piece.isEmpty();
        reply.reasoning(piece);
    }

    private void append(StringBuilder to, String delta) {
        to.append(delta);
        reply.text(delta);
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
