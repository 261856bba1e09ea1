package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.Usage;
import dev.muster.common.agent.agui.AguiEvent.Chunk;
import dev.muster.common.agent.agui.AguiEvent.Closed;
import dev.muster.common.agent.agui.AguiEvent.Item;
import dev.muster.common.agent.agui.AguiEvent.Opened;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.agent.http.Warnings;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Parses events one by one. Drops unknown parts with a warning; known parts must be valid. */
final class EventParser {

    /** The version of AG-UI that Muster speaks. A newer one is read as far as it is understood. */
    static final String VERSION = "1.1";
    /** The items that events open, continue and close, by what is before the last word of their types. */
    private static final Map<String, Item> ITEMS = Map.of("TEXT_MESSAGE", Item.MESSAGE, "TOOL_CALL", Item.CALL,
            "REASONING_MESSAGE", Item.REASONING, "REASONING", Item.SPAN, "THINKING_TEXT_MESSAGE", Item.REASONING,
            "THINKING", Item.SPAN);
    /** Names of the fields of a chunk that may describe its item. */
    private static final Map<Item, List<String>> DESCRIBED = Map.of(Item.MESSAGE, List.of("name"), Item.CALL,
            List.of(Chunk.TOOL, Chunk.PARENT_MESSAGE));

    /** The id of 0.x thinking, which has no ids, one span at a time, and no subagents. */
    private static final String THINKING = "thinking";
    private static final Set<String> ROLES = Set.of("developer", "system", Transcript.ASSISTANT, "user");
    private static final String MESSAGE_ID = "messageId";
    private static final String CALL_ID = "toolCallId";

    private record Opener(Item item, String id) {}

    private final Warnings warnings;
    /** The owners of opened items: an event without a tag belongs to the owner of its item. */
    private final Map<Opener, String> owners = new HashMap<>();

    EventParser(Warnings warnings) {
        this.warnings = warnings;
    }

    AguiEvent parse(JsonNode event) throws StreamBroken {
        if (!event.isObject()) {
            throw new StreamBroken("an event is not a JSON object");
        }
        String type = new EventFields("event", event).text("type");
        EventShape shape = EventShape.of(type);
        if (shape == null) {
            warnings.add("the unknown event " + type + " was dropped");
            return new AguiEvent.Unknown(type);
        }
        shape.check(type, event, warnings);
        var of = new EventFields(type, event);
        return known(type, of, shape.has(EventShape.OWNER) ? of.optionalText(EventShape.OWNER) : null);
    }

    /** @param tag the subagent that the event names; null for none */
    private AguiEvent known(String type, EventFields of, @Nullable String tag) throws StreamBroken {
        int last = type.lastIndexOf('_');
        Item item = last < 0 ? null : ITEMS.get(type.substring(0, last));
        if (item != null) {
            return ofItem(type, type.substring(last + 1), item, of, tag);
        }
        String owner = tag == null ? AguiEvent.PARENT : tag;
        return switch (type) {
            case "REASONING_ENCRYPTED_VALUE" -> encrypted(type, of.text("subtype"));
            case "STEP_STARTED" -> new Opened(type, Item.STEP, owner, of.text("stepName"), "", null);
            case "STEP_FINISHED" -> new Closed(type, Item.STEP, owner, of.text("stepName"), null);
            case "SUBAGENT_STARTED" -> new Opened(type, Item.SUBAGENT, owner, owner, of.text("name"),
                    of.optionalText("parentSubagentRunId"));
            case "SUBAGENT_FINISHED" -> subagentFinished(type, owner, of.optionalObject("outcome"));
            case "SUBAGENT_ERROR" -> new Closed(type, Item.SUBAGENT, owner, owner, of.text("message"));
            case "STATE_SNAPSHOT" -> new AguiEvent.StateSnapshot(type, owner, of.any("snapshot"));
            case "STATE_DELTA" -> new AguiEvent.StateDelta(type, owner, PatchOperation.read(of, "delta", warnings));
            case "ACTIVITY_SNAPSHOT" -> new AguiEvent.ActivitySnapshot(type, of.text(MESSAGE_ID), of.any("content"),
                    of.object().path("replace").asBoolean(true));
            case "ACTIVITY_DELTA" -> new AguiEvent.ActivityDelta(type, of.text(MESSAGE_ID),
                    PatchOperation.read(of, "patch", warnings));
            case "MESSAGES_SNAPSHOT" -> new AguiEvent.MessagesSnapshot(type, of.array("messages"));
            case "CUSTOM" -> new AguiEvent.Custom(type, owner, of.text("name"), of.any("value"));
            case "RUN_STARTED" -> runStarted(type, of);
            case "RUN_FINISHED" -> new AguiEvent.RunFinished(type, Outcome.of(of.optionalObject("outcome"), warnings),
                    usage(type, of.optionalArray("usage")));
            case "RUN_ERROR" -> new AguiEvent.RunError(type, of.text("message"), of.optionalText("code"),
                    usage(type, of.optionalArray("usage")));
            default -> new AguiEvent.Passing(type);
        };
    }

    /** @param what it does to the item: the last word of its type */
    private AguiEvent ofItem(String type, String what, Item item, EventFields of, @Nullable String named)
            throws StreamBroken {
        boolean thinks = type.startsWith("THINKING");
        String tag = thinks ? null : named;
        String idMember = item == Item.CALL ? CALL_ID : MESSAGE_ID;
        if (what.equals("CHUNK")) {
            return chunk(type, item, tag, idMember, of);
        }
        String id = thinks ? THINKING : of.text(idMember);
        return switch (what) {
            case "START" -> new Opened(type, item, opener(item, id, tag), id,
                    item == Item.CALL ? of.text(Chunk.TOOL) : item == Item.MESSAGE ? role(of) : "",
                    item == Item.CALL ? of.optionalText(Chunk.PARENT_MESSAGE) : null);
            case "END" -> new Closed(type, item, continuation(item, id, tag), id, null);
            case "RESULT" -> new AguiEvent.ToolResulted(type, tag == null ? AguiEvent.PARENT : tag, of.text(MESSAGE_ID),
                    id, of.content(warnings));
            default -> new AguiEvent.Continued(type, item, continuation(item, id, tag), id, of.text("delta"));
        };
    }

    private Chunk chunk(String type, Item item, @Nullable String tag, String id, EventFields of) throws StreamBroken {
        var described = new HashMap<String, String>();
        for (String name : DESCRIBED.getOrDefault(item, List.of())) {
            String value = of.optionalText(name);
            if (value != null) {
                described.put(name, value);
            }
        }
        if (item == Item.MESSAGE && of.optionalText(Chunk.ROLE) != null) {
            described.put(Chunk.ROLE, role(of));
        }
        return new Chunk(type, item, tag, of.optionalText(id), described, of.optionalText("delta"));
    }

    /** Returns the role. One of a newer protocol counts as absent; the default is the assistant. */
    private String role(EventFields of) throws StreamBroken {
        String role = of.optionalText(Chunk.ROLE);
        if (role == null || ROLES.contains(role)) {
            return role == null ? Transcript.ASSISTANT : role;
        }
        warnings.add("the unknown role '" + OneLine.ofMessage(role) + "' of " + of.where()
                + " was dropped; the message was read as the assistant's");
        return Transcript.ASSISTANT;
    }

    private AguiEvent encrypted(String type, String subtype) {
        if (!subtype.equals("message") && !subtype.equals("tool-call")) {
            warnings.add("a REASONING_ENCRYPTED_VALUE of the unknown subtype '" + OneLine.ofMessage(subtype)
                    + "' was dropped");
            return new AguiEvent.Unknown(type);
        }
        warnings.add("encrypted reasoning was not kept, so later turns go without it");
        return new AguiEvent.Passing(type);
    }

    private Closed subagentFinished(String type, String owner, @Nullable EventFields outcome) throws StreamBroken {
        String ended = outcome == null ? "success" : outcome.text("type");
        if (!ended.equals("success") && !ended.equals("suspended")) {
            warnings.add("the unknown outcome '" + OneLine.ofMessage(ended) + "' of SUBAGENT_FINISHED was dropped");
        }
        return new Closed(type, Item.SUBAGENT, owner, owner, null);
    }

    private AguiEvent runStarted(String type, EventFields of) throws StreamBroken {
        judge(of.optionalText("protocolVersion"));
        return new AguiEvent.RunStarted(type, of.text("runId"));
    }

    private static @Nullable Usage usage(String type, @Nullable JsonNode entries) throws StreamBroken {
        if (entries == null || entries.isEmpty()) {
            return null;
        }
        var sum = Usage.NONE;
        for (JsonNode entry : entries) {
            var of = EventFields.of(type + ".usage", entry);
            sum = sum.plus(new Usage(of.count("inputTokens"), of.count("outputTokens")));
        }
        return sum;
    }

    /** @param tag the subagent that the event names; null for none, which is the parent agent */
    private String opener(Item item, String id, @Nullable String tag) {
        String owner = tag == null ? AguiEvent.PARENT : tag;
        owners.put(new Opener(item, id), owner);
        return owner;
    }

    private String continuation(Item item, String id, @Nullable String tag) {
        return tag == null ? owners.getOrDefault(new Opener(item, id), AguiEvent.PARENT) : tag;
    }

    /** Warns about a version that is newer or unreadable; agents older than the version field declare none. */
    private void judge(@Nullable String declared) {
        if (declared == null) {
            return;
        }
        int[] theirs = numbers(declared);
        if (theirs.length == 0) {
            warnings.add("the agent declares AG-UI '" + OneLine.ofMessage(declared)
                    + "', which is not a version; it was read as AG-UI " + VERSION);
        } else if (Arrays.compare(Arrays.copyOf(theirs, 2), numbers(VERSION)) > 0) {
            warnings.add("the agent speaks AG-UI " + declared + ", which is newer than " + VERSION
                    + "; what that version added was dropped");
        }
    }

    private static int[] numbers(String version) {
        try {
            return Arrays.stream(version.split("\\.", -1)).mapToInt(Integer::parseUnsignedInt).toArray();
        } catch (NumberFormatException e) {
            return new int[0];
        }
    }
}
