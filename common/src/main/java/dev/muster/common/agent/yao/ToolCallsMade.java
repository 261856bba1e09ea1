package dev.muster.common.agent.yao;

import module java.base;
import dev.muster.common.agent.AgentEvent;
import dev.muster.common.agent.Timeline.CallTime;
import dev.muster.common.agent.http.AnswerJson;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.agent.yao.Props.GrowingText;
import dev.muster.common.model.ToolCall;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** The tool calls among the messages; each is reported once, when its message has ended. */
final class ToolCallsMade {

    private final Consumer<AgentEvent> events;
    private final Map<String, JsonNode> announced = new HashMap<>();
    /** When each message ended, since the request was sent. */
    private final Map<CuiMessage, Long> endedMs = new HashMap<>();

    private final Set<CuiMessage> begun = new HashSet<>();

    ToolCallsMade(Consumer<AgentEvent> events) {
        this.events = events;
    }

    /** Records a call's id and name from an event, in case the chunks have none. */
    void announce(String messageId, JsonNode call) {
        if (call.isObject()) {
            announced.put(messageId, call);
        }
    }

    void begun(CuiMessage message) throws StreamBroken {
        if (begun.add(message)) {
            StreamBroken.checkCalls(begun.size() - 1);
        }
    }

    void ended(CuiMessage message, long nowMs) {
        if (message.type().equals(CuiMessage.TOOL_CALL) && endedMs.putIfAbsent(message, nowMs) == null) {
            events.accept(new AgentEvent.ToolCalled(of(message)));
        }
    }

    List<ToolCall> all(List<CuiMessage> messages) {
        return messages.stream().filter(endedMs::containsKey).map(this::of).toList();
    }

    /** Returns the times of the calls by arrival; results never arrive. */
    List<CallTime> times(List<CuiMessage> messages) {
        return messages.stream().filter(endedMs::containsKey).map(message -> new CallTime(of(message).id(),
                message.startedMs(), Objects.requireNonNull(endedMs.get(message)), -1)).toList();
    }

    private ToolCall of(CuiMessage message) {
        JsonNode call = announced.getOrDefault(message.id(), MissingNode.getInstance());
        String id = either(message.string("id"), call.path("id"));
        String name = either(message.string("name"), call.path("name"));
        return new ToolCall(id.isEmpty() ? message.id() : id, name, arguments(message, call));
    }

    private static String either(String said, JsonNode announced) {
        return said.isEmpty() ? announced.stringValue("") : said;
    }

    private static JsonNode arguments(CuiMessage message, JsonNode announced) {
        JsonNode said = message.get(CuiMessage.ARGUMENTS);
        JsonNode arguments = said.isMissingNode() || said.isNull() ? announced.path(CuiMessage.ARGUMENTS) : said;
        return arguments.isContainer() ? GrowingText.settled(arguments)
                : AnswerJson.arguments(GrowingText.from(arguments, 0));
    }
}
