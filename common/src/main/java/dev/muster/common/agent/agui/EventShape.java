package dev.muster.common.agent.agui;

import static java.util.Map.entry;

import module java.base;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.Reception.Warnings;
import dev.muster.common.agent.http.StreamBroken;
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

    /**
     * @param spelling {@code name:kind} or {@code name?:kind} for each member, separated by spaces; {@code =value} after
     *     it
     */
    static EventShape of(String spelling) {
        var members = new HashMap<String, Kind>();
        var required = new ArrayList<String>();
        var constants = new HashMap<String, String>();
        MEMBER.matcher(spelling).results().forEach(member -> {
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

    /** The shapes of the events of AG-UI 1.1, and of the 0.x thinking events. */
    static final class EventShapes {

        private static final String ALL = "type:string timestamp?:number rawEvent?:any metadata?:object ";
        private static final String OWNER = EventShape.OWNER + "?:string ";
        /** Events of the whole run belong to no subagent. */
        private static final Set<String> UNOWNED = Set.of("RUN_STARTED", "RUN_FINISHED", "RUN_ERROR",
                "MESSAGES_SNAPSHOT");
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
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey,
                        entry -> shape(entry.getKey(), entry.getValue())));

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
}
