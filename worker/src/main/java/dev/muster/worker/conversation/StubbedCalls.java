package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.AgentRequest;
import dev.muster.common.agent.ToolResult;
import dev.muster.common.json.Json;
import dev.muster.common.model.Message;
import dev.muster.common.model.ToolCall;
import dev.muster.common.model.ToolStub;
import tools.jackson.databind.JsonNode;

/** The open calls of a reply, in call order, and the test's answers to them. */
record StubbedCalls(List<ToolCall> pending, Map<String, ToolStub> tools) {

    static final StubbedCalls NONE = new StubbedCalls(List.of(), Map.of());
    private static final String NOT_AVAILABLE = "not available in this test";

    static StubbedCalls in(AgentReply reply, Map<String, ToolStub> tools) {
        return new StubbedCalls(pendingIn(reply), tools);
    }

    static List<ToolCall> pendingIn(AgentReply reply) {
        var pending = new HashSet<>(reply.pendingCalls());
        return reply.content().toolCalls().stream().filter(call -> pending.contains(call.id())).toList();
    }

    static List<AgentRequest.ToolOffer> offers(Map<String, ToolStub> tools) {
        return new TreeMap<>(tools).entrySet().stream()
                .map(tool -> new AgentRequest.ToolOffer(tool.getKey(), tool.getValue().description(),
                        tool.getValue().parameters()))
                .toList();
    }

    /** Whether the test can answer all open calls, so that the agent is called again at once. */
    boolean goOn() {
        return !pending.isEmpty() && pending.stream().allMatch(this::isAnswered);
    }

    private boolean isAnswered(ToolCall call) {
        var stub = tools.get(call.name());
        return stub != null && stub.answers();
    }

    List<Message> messages() {
        return pending.stream().map(this::answer).toList();
    }

    /** Returns the answers as results of the calls, for assertions. */
    List<ToolResult> results() {
        return pending.stream().map(call -> new ToolResult(call.id(), call.name(), content(call), failed(call)))
                .toList();
    }

    /** Also answers calls of tools that the test does not have: servers refuse a history with unanswered calls. */
    Message answer(ToolCall call) {
        var content = content(call);
        return Message.tool(call.id(), content.isString() ? content.stringValue()
                : Json.MAPPER.writeValueAsString(content));
    }

    private JsonNode content(ToolCall call) {
        var stub = tools.get(call.name());
        if (stub != null && stub.result() != null) {
            return stub.result();
        }
        var error = stub == null || stub.error() == null ? NOT_AVAILABLE : stub.error();
        return Json.MAPPER.createObjectNode().put("error", error);
    }

    private boolean failed(ToolCall call) {
        var stub = tools.get(call.name());
        return stub == null || stub.result() == null;
    }
}
