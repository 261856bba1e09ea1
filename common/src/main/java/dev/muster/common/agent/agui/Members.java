package dev.muster.common.agent.agui;

import static java.util.Map.entry;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which members each type of event has: AG-UI 1.0, and of 0.x the thinking events. */
final class Members {

    private static final List<String> ALL = List.of("type", "timestamp", "rawEvent", "metadata", "subagentRunId");

    private static final Map<String, Set<String>> OF = Map.ofEntries(
            entry("RUN_STARTED", "threadId runId protocolVersion parentRunId input"),
            entry("RUN_FINISHED", "threadId runId result outcome usage"),
            entry("RUN_ERROR", "message code usage threadId runId"),
            entry("STEP_STARTED", "stepName"),
            entry("STEP_FINISHED", "stepName"),
            entry("TEXT_MESSAGE_START", "messageId role name"),
            entry("TEXT_MESSAGE_CONTENT", "messageId delta"),
            entry("TEXT_MESSAGE_END", "messageId"),
            entry("TEXT_MESSAGE_CHUNK", "messageId role name delta"),
            entry("TOOL_CALL_START", "toolCallId toolCallName parentMessageId"),
            entry("TOOL_CALL_ARGS", "toolCallId delta"),
            entry("TOOL_CALL_END", "toolCallId"),
            entry("TOOL_CALL_CHUNK", "toolCallId toolCallName parentMessageId delta"),
            entry("TOOL_CALL_RESULT", "messageId toolCallId content role"),
            entry("STATE_SNAPSHOT", "snapshot"),
            entry("STATE_DELTA", "delta"),
            entry("MESSAGES_SNAPSHOT", "messages"),
            entry("ACTIVITY_SNAPSHOT", "messageId activityType content replace"),
            entry("ACTIVITY_DELTA", "messageId activityType patch"),
            entry("RAW", "event source"),
            entry("CUSTOM", "name value"),
            entry("REASONING_START", "messageId"),
            entry("REASONING_END", "messageId"),
            entry("REASONING_MESSAGE_START", "messageId role"),
            entry("REASONING_MESSAGE_CONTENT", "messageId delta"),
            entry("REASONING_MESSAGE_END", "messageId"),
            entry("REASONING_MESSAGE_CHUNK", "messageId delta"),
            entry("REASONING_ENCRYPTED_VALUE", "subtype entityId encryptedValue encryptedValueType"),
            entry("SUBAGENT_STARTED", "name description parentSubagentRunId parentToolCallId parentMessageId"),
            entry("SUBAGENT_FINISHED", "result outcome"),
            entry("SUBAGENT_ERROR", "message code"),
            entry("THINKING_START", "title"),
            entry("THINKING_END", ""),
            entry("THINKING_TEXT_MESSAGE_START", ""),
            entry("THINKING_TEXT_MESSAGE_CONTENT", "delta"),
            entry("THINKING_TEXT_MESSAGE_END", "")).entrySet().stream()
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, entry -> with(entry.getValue())));

    private Members() {}

    /** Null for a type that the protocol does not have. */
    static @Nullable Set<String> of(String type) {
        return OF.get(type);
    }

    private static Set<String> with(String own) {
        var members = new HashSet<>(ALL);
        members.addAll(List.of(own.split(" ", -1)));
        return Set.copyOf(members);
    }
}
