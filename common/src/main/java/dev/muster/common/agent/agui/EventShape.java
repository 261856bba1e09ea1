package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.agent.http.Warnings;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The members of an event type. A member of the wrong type or a missing one breaks the protocol; an unknown one is
 * dropped with a warning. An optional one that is null counts as absent, because some servers write every field; only a
 * null owner breaks the protocol: it does not mean the parent agent.
 *
 * @param constants the one value that a member may have
 */
record EventShape(Map<String, Kind> members, List<String> required, Map<String, String> constants) {

    static final String OWNER = "subagentRunId";

    private static final Pattern MEMBER = Pattern.compile("(\\w+)(\\??):(\\w+)=?(\\w*)");
    private static final String ALL = "type:string timestamp?:number rawEvent?:any metadata?:object ";
    /** Events of the whole run belong to no subagent. */
    private static final Set<String> UNOWNED = Set.of("RUN_STARTED", "RUN_FINISHED", "RUN_ERROR", "MESSAGES_SNAPSHOT");

    /**
     * The events of AG-UI 1.1, and the 0.x thinking events: {@code name:kind} or {@code name?:kind} for each member,
     * {@code =value} behind it.
     */
    private static final Map<String, EventShape> OF = """
            RUN_STARTED threadId:string runId:string protocolVersion?:string parentRunId?:string input?:object
            RUN_FINISHED threadId:string runId:string result?:any outcome?:object usage?:array
            RUN_ERROR message:string code?:string usage?:array threadId?:string runId?:string
            STEP_STARTED stepName:string
            STEP_FINISHED stepName:string
            TEXT_MESSAGE_START messageId:string role?:string name?:string
            TEXT_MESSAGE_CONTENT messageId:string delta:string
            TEXT_MESSAGE_END messageId:string
            TEXT_MESSAGE_CHUNK messageId?:string role?:string name?:string delta?:string
            TOOL_CALL_START toolCallId:string toolCallName:string parentMessageId?:string
            TOOL_CALL_ARGS toolCallId:string delta:string
            TOOL_CALL_END toolCallId:string
            TOOL_CALL_CHUNK toolCallId?:string toolCallName?:string parentMessageId?:string delta?:string
            TOOL_CALL_RESULT messageId:string toolCallId:string content:content role?:string=tool
            STATE_SNAPSHOT snapshot:any
            STATE_DELTA delta:array
            MESSAGES_SNAPSHOT messages:array
            ACTIVITY_SNAPSHOT messageId:string activityType:string content:object replace?:boolean
            ACTIVITY_DELTA messageId:string activityType:string patch:array
            RAW event:any source?:string
            CUSTOM name:string value:any
            REASONING_START messageId:string
            REASONING_END messageId:string
            REASONING_MESSAGE_START messageId:string role:string=reasoning
            REASONING_MESSAGE_CONTENT messageId:string delta:string
            REASONING_MESSAGE_END messageId:string
            REASONING_MESSAGE_CHUNK messageId?:string delta?:string
            REASONING_ENCRYPTED_VALUE subtype:string entityId:string encryptedValue:string encryptedValueType?:string
            SUBAGENT_STARTED subagentRunId:string name:string description?:string parentSubagentRunId?:string \
            parentToolCallId?:string parentMessageId?:string
            SUBAGENT_FINISHED subagentRunId:string result?:any outcome?:object
            SUBAGENT_ERROR subagentRunId:string message:string code?:string
            THINKING_START title?:string
            THINKING_END title?:string
            THINKING_TEXT_MESSAGE_START title?:string
            THINKING_TEXT_MESSAGE_CONTENT delta:string
            THINKING_TEXT_MESSAGE_END title?:string
            """.lines().map(line -> List.of(line.split(" ", 2)))
            .collect(Collectors.toUnmodifiableMap(List::getFirst, line -> of(line.getFirst(), line.getLast())));

    enum Kind {
        STRING("a string"),
        NUMBER("a number"),
        BOOLEAN("a boolean"),
        OBJECT("an object"),
        ARRAY("an array"),
        CONTENT("a string or an array of parts"),
        ANY("there");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        boolean takes(JsonNode value) {
            return switch (this) {
                case STRING -> value.isString();
                case NUMBER -> value.isNumber();
                case BOOLEAN -> value.isBoolean();
                case OBJECT -> value.isObject();
                case ARRAY -> value.isArray();
                case CONTENT -> value.isString() || value.isArray();
                case ANY -> true;
            };
        }
    }

    /** Returns null for a type that the protocol does not have. */
    static @Nullable EventShape of(String type) {
        return OF.get(type);
    }

    private static EventShape of(String type, String own) {
        boolean unowned = UNOWNED.contains(type) || own.startsWith(OWNER);
        var members = new HashMap<String, Kind>();
        var required = new ArrayList<String>();
        var constants = new HashMap<String, String>();
        MEMBER.matcher(ALL + (unowned ? "" : OWNER + "?:string ") + own).results().forEach(member -> {
            members.put(member.group(1), Kind.valueOf(member.group(3).toUpperCase(Locale.ROOT)));
            if (member.group(2).isEmpty()) {
                required.add(member.group(1));
            }
            if (!member.group(4).isEmpty()) {
                constants.put(member.group(1), member.group(4));
            }
        });
        return new EventShape(members, required, constants);
    }

    void check(String type, JsonNode event, Warnings warnings) throws StreamBroken {
        for (var member : event.properties()) {
            check(type, member.getKey(), member.getValue(), warnings);
        }
        for (String name : required) {
            if (!event.has(name)) {
                throw EventFields.wrong(type, name, null, members.getOrDefault(name, Kind.ANY).words);
            }
        }
    }

    private void check(String type, String name, JsonNode value, Warnings warnings) throws StreamBroken {
        Kind kind = members.get(name);
        if (kind == null) {
            warnings.add("the unknown member '" + name + "' of " + type + " was dropped");
        } else if (!kind.takes(value) && !(value.isNull() && mayBeNull(name))) {
            throw EventFields.wrong(type, name, value, kind.words);
        }
        String constant = constants.get(name);
        if (constant != null && value.isString() && !value.stringValue().equals(constant)) {
            throw new StreamBroken(type + "." + name + " is '" + OneLine.ofMessage(value.stringValue())
                    + "', but must be '" + constant + "'");
        }
    }

    private boolean mayBeNull(String name) {
        return !required.contains(name) && !name.equals(OWNER);
    }

    boolean has(String name) {
        return members.containsKey(name);
    }
}
