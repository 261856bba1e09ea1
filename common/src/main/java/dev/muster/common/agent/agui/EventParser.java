package dev.muster.common.agent.agui;

import dev.muster.common.agent.Usage;
import dev.muster.common.agent.agui.AguiEvent.Chunk;
import dev.muster.common.agent.agui.AguiEvent.Closed;
import dev.muster.common.agent.agui.AguiEvent.Continued;
import dev.muster.common.agent.agui.AguiEvent.Item;
import dev.muster.common.agent.agui.AguiEvent.Opened;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.agent.http.Warnings;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads events one by one. What the protocol does not know is dropped with a warning; what it knows must be right. */
final class EventParser {

    /** 0.x thinking has no ids, and one span at a time. */
    private static final String THINKING = "thinking";

    private final Warnings warnings;

    EventParser(Warnings warnings) {
        this.warnings = warnings;
    }

    AguiEvent parse(JsonNode event) throws StreamBroken {
        if (!event.isObject()) {
            throw new StreamBroken("an event is no JSON object");
        }
        String type = new Fields("event", event).text("type");
        EventShape shape = EventShapes.of(type);
        if (shape == null) {
            warnings.add("the unknown event " + type + " was dropped");
            return new AguiEvent.Unknown(type);
        }
        shape.check(type, event, warnings);
        return known(type, new Fields(type, event));
    }

    private AguiEvent known(String type, Fields of) throws StreamBroken {
        String tag = of.optionalText("subagentRunId");
        String owner = tag == null ? AguiEvent.PARENT : tag;
        return switch (type) {
            case "TEXT_MESSAGE_START" -> textMessageStart(type, owner, of);
            case "TEXT_MESSAGE_CONTENT" -> continued(type, Item.MESSAGE, owner, "messageId", of);
            case "TEXT_MESSAGE_END" -> new Closed(type, Item.MESSAGE, owner, of.text("messageId"));
            case "TEXT_MESSAGE_CHUNK" -> chunk(type, Item.MESSAGE, tag, "messageId", "role", of);
            case "TOOL_CALL_START" -> new Opened(type, Item.CALL, owner, of.text("toolCallId"),
                    of.text("toolCallName"), of.optionalText("parentMessageId"));
            case "TOOL_CALL_ARGS" -> continued(type, Item.CALL, owner, "toolCallId", of);
            case "TOOL_CALL_END" -> new Closed(type, Item.CALL, owner, of.text("toolCallId"));
            case "TOOL_CALL_CHUNK" -> chunk(type, Item.CALL, tag, "toolCallId", "toolCallName", of);
            case "TOOL_CALL_RESULT" -> new AguiEvent.ToolResulted(type, owner, of.text("messageId"),
                    of.text("toolCallId"), MessageText.of(of));
            case "REASONING_MESSAGE_START" -> new Opened(type, Item.REASONING, owner, of.text("messageId"), "");
            case "REASONING_MESSAGE_CONTENT" -> continued(type, Item.REASONING, owner, "messageId", of);
            case "REASONING_MESSAGE_END" -> new Closed(type, Item.REASONING, owner, of.text("messageId"));
            case "REASONING_MESSAGE_CHUNK" -> chunk(type, Item.REASONING, tag, "messageId", null, of);
            case "REASONING_START" -> new Opened(type, Item.SPAN, owner, of.text("messageId"), "");
            case "REASONING_END" -> new Closed(type, Item.SPAN, owner, of.text("messageId"));
            case "THINKING_START" -> new Opened(type, Item.SPAN, owner, THINKING, "");
            case "THINKING_END" -> new Closed(type, Item.SPAN, owner, THINKING);
            case "THINKING_TEXT_MESSAGE_START" -> new Opened(type, Item.REASONING, owner, THINKING, "");
            case "THINKING_TEXT_MESSAGE_CONTENT" -> new Continued(type, Item.REASONING, owner, THINKING,
                    of.text("delta"));
            case "THINKING_TEXT_MESSAGE_END" -> new Closed(type, Item.REASONING, owner, THINKING);
            case "STEP_STARTED" -> new Opened(type, Item.STEP, owner, of.text("stepName"), "");
            case "STEP_FINISHED" -> new Closed(type, Item.STEP, owner, of.text("stepName"));
            case "SUBAGENT_STARTED" -> new Opened(type, Item.SUBAGENT, owner, owner, of.text("name"),
                    of.optionalText("parentSubagentRunId"));
            case "SUBAGENT_FINISHED" -> new Closed(type, Item.SUBAGENT, owner, owner);
            case "SUBAGENT_ERROR" -> new Closed(type, Item.SUBAGENT, owner, owner, of.text("message"));
            case "STATE_SNAPSHOT" -> new AguiEvent.StateSnapshot(type, owner, of.any("snapshot"));
            case "STATE_DELTA" -> new AguiEvent.StateDelta(type, owner, of.array("delta"));
            case "MESSAGES_SNAPSHOT" -> new AguiEvent.MessagesSnapshot(type, of.array("messages"));
            case "CUSTOM" -> new AguiEvent.Custom(type, owner, of.text("name"), of.any("value"));
            case "RUN_STARTED" -> new AguiEvent.RunStarted(type, of.text("runId"));
            case "RUN_FINISHED" -> runFinished(type, of);
            case "RUN_ERROR" -> new AguiEvent.RunError(type, of.text("message"), of.optionalText("code"),
                    usage(type, of.optionalArray("usage")));
            default -> new AguiEvent.Aside(type);
        };
    }

    private static Continued continued(String type, Item item, String owner, String id, Fields of)
            throws StreamBroken {
        return new Continued(type, item, owner, of.text(id), of.text("delta"));
    }

    private static Chunk chunk(String type, Item item, @Nullable String tag, String id, @Nullable String name,
            Fields of) throws StreamBroken {
        String named = name == null ? null : of.optionalText(name);
        return new Chunk(type, item, tag, of.optionalText(id), named, of.optionalText("parentMessageId"),
                of.optionalText("delta"));
    }

    private static Opened textMessageStart(String type, String owner, Fields of) throws StreamBroken {
        String role = of.optionalText("role");
        return new Opened(type, Item.MESSAGE, owner, of.text("messageId"), role == null ? RunRecord.ASSISTANT : role);
    }

    private AguiEvent runFinished(String type, Fields of) throws StreamBroken {
        return new AguiEvent.RunFinished(type, Outcome.of(of.optionalObject("outcome"), warnings),
                usage(type, of.optionalArray("usage")));
    }

    private static @Nullable Usage usage(String type, @Nullable JsonNode entries) throws StreamBroken {
        if (entries == null || entries.isEmpty()) {
            return null;
        }
        var sum = Usage.NONE;
        for (JsonNode entry : entries) {
            var of = new Fields(type + ".usage", entry);
            sum = sum.plus(new Usage(of.count("inputTokens"), of.count("outputTokens")));
        }
        return sum;
    }
}
