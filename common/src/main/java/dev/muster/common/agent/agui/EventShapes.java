package dev.muster.common.agent.agui;

import static java.util.Map.entry;

import module java.base;
import org.jspecify.annotations.Nullable;

/** The shapes of the events of AG-UI 1.1, and of the 0.x thinking events. */
final class EventShapes {

    private static final String ALL = "type:string timestamp?:number rawEvent?:any metadata?:object ";
    private static final String OWNER = EventShape.OWNER + "?:string ";
    /** Events of the whole run belong to no subagent. */
    private static final Set<String> UNOWNED = Set.of("RUN_STARTED", "RUN_FINISHED", "RUN_ERROR", "MESSAGES_SNAPSHOT");
    private static final String ID = "messageId:string ";
    private static final String CALL = "toolCallId:string ";
    private static final String RUN = "threadId:string runId:string ";

    private static final Map<String, EventShape> OF = Map
            .ofEntries(entry("RUN_STARTED", RUN + "protocolVersion?:string parentRunId?:string input?:object"),
                    entry("RUN_FINISHED", RUN + "result?:any outcome?:object usage?:array"),
                    entry("RUN_ERROR", "message:string code?:string usage?:array threadId?:string runId?:string"),
                    entry("STEP_STARTED", "stepName:string"), entry("STEP_FINISHED", "stepName:string"),
                    entry("TEXT_MESSAGE_START", ID + "role?:string name?:string"),
                    entry("TEXT_MESSAGE_CONTENT", ID + "delta:string"), entry("TEXT_MESSAGE_END", ID.strip()),
                    entry("TEXT_MESSAGE_CHUNK", "messageId?:string role?:string name?:string delta?:string"),
                    entry("TOOL_CALL_START", CALL + "toolCallName:string parentMessageId?:string"),
                    entry("TOOL_CALL_ARGS", CALL + "delta:string"), entry("TOOL_CALL_END", CALL.strip()),
                    entry("TOOL_CALL_CHUNK",
                            "toolCallId?:string toolCallName?:string parentMessageId?:string delta?:string"),
                    entry("TOOL_CALL_RESULT", ID + CALL + "content:content role?:string=tool"),
                    entry("STATE_SNAPSHOT", "snapshot:any"), entry("STATE_DELTA", "delta:array"),
                    entry("MESSAGES_SNAPSHOT", "messages:array"),
                    entry("ACTIVITY_SNAPSHOT", ID + "activityType:string content:object replace?:boolean"),
                    entry("ACTIVITY_DELTA", ID + "activityType:string patch:array"),
                    entry("RAW", "event:any source?:string"), entry("CUSTOM", "name:string value:any"),
                    entry("REASONING_START", ID.strip()), entry("REASONING_END", ID.strip()),
                    entry("REASONING_MESSAGE_START", ID + "role:string=reasoning"),
                    entry("REASONING_MESSAGE_CONTENT", ID + "delta:string"),
                    entry("REASONING_MESSAGE_END", ID.strip()),
                    entry("REASONING_MESSAGE_CHUNK", "messageId?:string delta?:string"),
                    entry("REASONING_ENCRYPTED_VALUE",
                            "subtype:string entityId:string encryptedValue:string encryptedValueType?:string"),
                    entry("SUBAGENT_STARTED", "subagentRunId:string name:string description?:string "
                            + "parentSubagentRunId?:string parentToolCallId?:string parentMessageId?:string"),
                    entry("SUBAGENT_FINISHED", "subagentRunId:string result?:any outcome?:object"),
                    entry("SUBAGENT_ERROR", "subagentRunId:string message:string code?:string"),
                    entry("THINKING_START", "title?:string"), entry("THINKING_END", "title?:string"),
                    entry("THINKING_TEXT_MESSAGE_START", "title?:string"),
                    entry("THINKING_TEXT_MESSAGE_CONTENT", "delta:string"),
                    entry("THINKING_TEXT_MESSAGE_END", "title?:string"))
            .entrySet().stream()
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, entry -> shape(entry.getKey(), entry.getValue())));

    private EventShapes() {}

    /** Returns null for a type that the protocol does not have. */
    static @Nullable EventShape of(String type) {
        return OF.get(type);
    }

    private static EventShape shape(String type, String own) {
        boolean unowned = UNOWNED.contains(type) || own.startsWith(EventShape.OWNER);
        return EventShape.of(ALL + (unowned ? "" : OWNER) + own);
    }
}
