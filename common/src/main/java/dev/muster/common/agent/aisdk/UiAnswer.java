package dev.muster.common.agent.aisdk;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.Interrupt;
import dev.muster.common.agent.Sequel;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.CallLog;
import dev.muster.common.agent.http.ChunkedAnswer;
import dev.muster.common.agent.http.Framing;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.ReplyAssembler;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.model.ToolCall;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One answer as a UI message stream of the Vercel AI SDK, or as the data stream of its version 4; what it doesn't know
 * is a custom event.
 */
public final class UiAnswer extends ChunkedAnswer {

    /** Parts that say nothing about the reply. */
    private static final Set<String> SILENT = Set.of("", "tool-input-start", "tool-input-delta", "message-metadata",
            "other");

    private static final String METADATA = "providerMetadata";
    private final AgentRequest request;
    private final ObjectNode memory;
    private final ArrayNode messages;
    private final ObjectNode message;
    private final ArrayNode parts;
    private final Map<String, ObjectNode> tools;
    private final Map<String, ObjectNode> open = new HashMap<>();
    private final Map<String, ObjectNode> approvals = new HashMap<>();
    private final CallLog log;
    private final Map<String, JsonNode> custom = new LinkedHashMap<>();
    private final List<String> texts = new ArrayList<>();
    private StringBuilder text = new StringBuilder();
    private int step;
    private @Nullable String finish;
    private boolean done;
    private boolean inLines;

    public UiAnswer(AgentRequest request, ObjectNode memory, ReplyAssembler reply) {
        super(reply, false);
        this.request = request;
        this.memory = memory;
        this.log = reply.calls();
        this.messages = UiMessages.of(request, memory);
        this.tools = UiMessages.toolsOf(messages);
        tools.values().forEach(tool -> approvals.put(tool.path(UiMessages.APPROVAL).path("id").stringValue(""), tool));
        var last = messages.isEmpty() ? null : (ObjectNode) messages.get(messages.size() - 1);
        // the answer to an approval or a call continues the message that requested it
        this.message = last != null && last.path("role").stringValue("").equals("assistant") ? last
                : messages.addObject().put("id", request.runId()).put("role", "assistant");
        this.parts = message.withArray("/parts");
        this.step = parts.size();
    }

    @Override
    public @Nullable Framing framing(String type) {
        inLines = type.equals("text/plain");
        return inLines ? Framing.LINES : super.framing(type);
    }

    @Override
    public Next event(String data, boolean whole) throws StreamBroken {
        if (!inLines) {
            return super.event(data, whole);
        }
        try {
            return read(UiLine.chunk(data), data);
        } catch (StreamBroken e) {
            if (whole) {
                throw e;
            }
            return Next.GO_ON; // cut off
        }
    }

    @Override
    public String setting() {
        return "protocol: http and preset: ai-sdk";
    }

    @Override
    protected Next done() {
        reply.arrivals().event();
        done = true;
        return Next.STOP;
    }

    @Override
    protected AgentOutcome complete(End end) {
        if (!done && finish == null) {
            return end.before("finish or [DONE]");
        }
        if (!done && !inLines) {
            reply.warn("the stream ended without [DONE]");
        }
        return reply();
    }

    @Override
    protected Next chunk(JsonNode chunk, String data) throws StreamBroken {
        var type = text(chunk, "type");
        used(chunk.path("messageMetadata"));
        switch (type) {
            case "start" -> {
                if (parts.isEmpty() && !text(chunk, "messageId").isEmpty()) {
                    message.put("id", text(chunk, "messageId"));
                }
            }
            case "start-step" -> {
                endStep();
                parts.addObject().put("type", "step-start");
            }
            case "finish-step" -> endStep();
            case "reset-step" -> reset();
            case "text-start", "reasoning-start" -> begin(type.substring(0, type.indexOf('-')), chunk);
            case "text-delta" -> {
                text.append(text(chunk, "delta"));
                reply.text(text(chunk, "delta"));
                append("text", chunk);
            }
            case "reasoning-delta" -> {
                reply.reasoning(text(chunk, "delta"));
                if (!inLines) { // version 4 has its own form of it, and needs none back
                    append("reasoning", chunk);
                }
            }
            case "text-end", "reasoning-end" -> close(type.substring(0, type.indexOf('-')), chunk);
            case "tool-input-available", "tool-input-error" -> called(chunk, type.endsWith("error"));
            case "tool-output-available" -> returned(chunk, "output-available", chunk.path("output"), false);
            case "tool-output-error" -> returned(chunk, "output-error", chunk.path("errorText"), true);
            case "tool-output-denied" -> returned(chunk, "output-denied",
                    JsonNodeFactory.instance.objectNode().put("denied", true), true);
            case "tool-approval-request" -> approvalRequested(chunk);
            case "tool-approval-response" -> approvalAnswered(chunk);
            case "file", "source-url", "source-document" -> {
                reply.hold(chunk);
                parts.add(chunk);
            }
            case "error" -> failure = AgentFailure.Agent.declared("agent error: "
                    + OneLine.ofMessage(text(chunk, "errorText")));
            case "abort" -> failure = AgentFailure.Agent.undeclared("agent error: the agent aborted its answer");
            case "finish" -> finish = text(chunk, "finishReason").isEmpty() ? "stop" : text(chunk, "finishReason");
            default -> data(type, chunk);
        }
        return Next.GO_ON;
    }

    private static String text(JsonNode chunk, String name) throws StreamBroken {
        return StreamBroken.text(chunk, name, name);
    }

    private void endStep() {
        if (!text.isEmpty()) {
            texts.add(text.toString());
            text = new StringBuilder();
        }
        open.clear();
        step = parts.size();
    }

    private void reset() {
        while (parts.size() > step) {
            var dropped = parts.remove(parts.size() - 1).path("toolCallId").stringValue("");
            tools.remove(dropped);
            log.drop(dropped);
        }
        open.clear();
        text = new StringBuilder();
    }

    private ObjectNode begin(String type, JsonNode chunk) throws StreamBroken {
        var part = parts.addObject().put("type", type).put("text", "");
        open.put(type + " " + text(chunk, "id"), part);
        provided(chunk, part, METADATA);
        return part;
    }

    private void append(String type, JsonNode chunk) throws StreamBroken {
        var part = open.get(type + " " + text(chunk, "id"));
        // the pieces stay apart until the end of the part: joining each time would be quadratic
        (part == null ? begin(type, chunk) : part).withArray("/pieces").add(text(chunk, "delta"));
    }

    private void close(String type, JsonNode chunk) throws StreamBroken {
        var part = open.remove(type + " " + text(chunk, "id"));
        if (part != null) {
            provided(chunk, part, METADATA);
        }
    }

    private static void provided(JsonNode chunk, ObjectNode part, String member) {
        if (chunk.path(METADATA).isObject()) {
            part.set(member, chunk.path(METADATA));
        }
    }

    private void called(JsonNode chunk, boolean failed) throws StreamBroken {
        var id = text(chunk, "toolCallId");
        var name = text(chunk, "toolName");
        if (id.isEmpty() || name.isEmpty()) {
            throw new StreamBroken("a tool call has no toolCallId or no toolName");
        }
        var dynamic = chunk.path("dynamic").asBoolean(false);
        var tool = parts.addObject().put("type", dynamic ? "dynamic-tool" : "tool-" + name);
        if (dynamic) {
            tool.put("toolName", name);
        }
        tool.put("toolCallId", id).put("state", "input-available").set("input", chunk.path("input"));
        if (chunk.path("providerExecuted").isBoolean()) {
            tool.set("providerExecuted", chunk.path("providerExecuted"));
        }
        provided(chunk, tool, "callProviderMetadata");
        tools.put(id, tool);
        log.called(id, name, chunk.path("input"));
        if (failed) {
            returned(chunk, "output-error", chunk.path("errorText"), true);
        }
    }

    private void returned(JsonNode chunk, String state, JsonNode output, boolean failed) throws StreamBroken {
        var id = text(chunk, "toolCallId");
        var tool = tools.get(id);
        if (tool == null) {
            reply.warn("a tool result belongs to no call: " + OneLine.ofMessage(id));
            return;
        }
        tool.put("state", state);
        if (state.equals("output-available")) {
            tool.set("output", output);
        } else if (state.equals("output-error")) {
            tool.put("errorText", output.stringValue(output.toString()));
        }
        var content = output.isMissingNode() ? JsonNodeFactory.instance.nullNode() : AnswerJson.parsed(output);
        if (chunk.path("preliminary").asBoolean(false)) {
            return;
        }
        log.returned(new ToolResult(id, UiMessages.name(tool), content, failed, AnswerJson.text(content)));
    }

    private void approvalRequested(JsonNode chunk) throws StreamBroken {
        var tool = tools.get(text(chunk, "toolCallId"));
        if (tool == null || text(chunk, "approvalId").isEmpty()) {
            throw new StreamBroken("an approval belongs to no tool call");
        }
        var approval = tool.put("state", "approval-requested").putObject(UiMessages.APPROVAL)
                .put("id", text(chunk, "approvalId"));
        if (chunk.has("signature")) {
            approval.set("signature", chunk.path("signature"));
        }
        approvals.put(text(chunk, "approvalId"), tool);
    }

    private void approvalAnswered(JsonNode chunk) throws StreamBroken {
        var tool = approvals.get(text(chunk, "approvalId"));
        if (tool != null) {
            tool.put("state", "approval-responded").withObject("/" + UiMessages.APPROVAL).put("approved",
                    chunk.path("approved").asBoolean(false));
        }
    }

    /** Keeps a part of the application's own, or of a version to come; data with the same id is replaced. */
    private void data(String type, JsonNode chunk) throws StreamBroken {
        if (!type.startsWith("data-")) {
            if (!SILENT.contains(type)) {
                reply.keep(type, chunk);
            }
            return;
        }
        var key = text(chunk, "id").isEmpty() ? "#" + custom.size() : type + " " + text(chunk, "id");
        var shown = JsonNodeFactory.instance.objectNode().put("name", type);
        shown.set("value", chunk.path("data"));
        reply.hold(chunk);
        custom.put(key, shown);
        var earlier = open.get(key);
        if (earlier != null) {
            earlier.set("data", chunk.path("data"));
        } else if (!chunk.path("transient").asBoolean(false) && chunk instanceof ObjectNode part) {
            parts.add(part);
            open.put(key, part);
        }
    }

    private void used(JsonNode metadata) throws StreamBroken {
        var sum = metadata.path("totalUsage").isObject() ? metadata.path("totalUsage") : metadata.path("usage");
        if (sum.path("inputTokens").isNumber() || sum.path("outputTokens").isNumber()) {
            reply.used(ReplyAssembler.tokens(sum, "inputTokens", "outputTokens", sum, "cachedInputTokens"));
        }
    }

    private AgentReply reply() {
        endStep();
        joinPieces();
        var interrupts = tools.values().stream()
                .filter(tool -> tool.path("state").stringValue("").equals("approval-requested"))
                .map(UiAnswer::interrupt).toList();
        var pending = log.calls().stream().map(ToolCall::id)
                .filter(id -> Objects.requireNonNull(tools.get(id)).path("state")
                        .stringValue("").equals("input-available"))
                .toList();
        var answer = log.messages(texts);
        UiMessages.keep(memory, messages, request.messages().size() + answer.size());
        reply.customFirst(custom.values());
        boolean empty = texts.isEmpty() && log.size() == 0
                && parts.valueStream().anyMatch(part -> part.path("type").stringValue("").equals("text"));
        return reply.complete(empty ? List.of("") : texts,
                interrupts.isEmpty() ? pending.isEmpty() ? reason() : "tool_calls" : "interrupt",
                new Sequel(answer, interrupts, pending, memory));
    }

    private String reason() {
        return finish == null ? "stop" : finish.replace('-', '_');
    }

    private void joinPieces() {
        for (var part : parts) {
            if (part instanceof ObjectNode written && written.remove("pieces") instanceof ArrayNode pieces) {
                written.put("text", pieces.valueStream().map(piece -> piece.stringValue(""))
                        .collect(Collectors.joining()));
            }
        }
        if (parts.isEmpty()) {
            messages.remove(messages.size() - 1);
        }
    }

    private static Interrupt interrupt(ObjectNode tool) {
        var detail = JsonNodeFactory.instance.objectNode().put("toolCallId", tool.path("toolCallId").stringValue(""))
                .put("toolName", UiMessages.name(tool));
        detail.set("input", tool.path("input"));
        return new Interrupt(tool.path(UiMessages.APPROVAL).path("id").stringValue(""),
                "approve the call of " + UiMessages.name(tool) + "?", detail, false);
    }
}
