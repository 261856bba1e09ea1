package dev.muster.common.agent.agui;

import module java.base;
import dev.muster.common.agent.http.OneLine;
import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.agent.http.Warnings;
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

    enum Kind {
        STRING("a string", JsonNode::isString),
        NUMBER("a number", JsonNode::isNumber),
        BOOLEAN("a boolean", JsonNode::isBoolean),
        OBJECT("an object", JsonNode::isObject),
        ARRAY("an array", JsonNode::isArray),
        CONTENT("a string or an array of parts", value -> value.isString() || value.isArray()),
        ANY("there", value -> true);

        private final String words;
        private final Predicate<JsonNode> takes;

        Kind(String words, Predicate<JsonNode> takes) {
            this.words = words;
            this.takes = takes;
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
        for (String spelled : spelling.split(" ", -1)) {
            int equals = spelled.indexOf('=');
            String member = equals < 0 ? spelled : spelled.substring(0, equals);
            int colon = member.indexOf(':');
            boolean optional = member.charAt(colon - 1) == '?';
            String name = member.substring(0, optional ? colon - 1 : colon);
            members.put(name, Kind.valueOf(member.substring(colon + 1).toUpperCase(Locale.ROOT)));
            if (!optional) {
                required.add(name);
            }
            if (equals >= 0) {
                constants.put(name, spelled.substring(equals + 1));
            }
        }
        return new EventShape(Map.copyOf(members), List.copyOf(required), Map.copyOf(constants));
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
        } else if (!kind.takes.test(value) && !(value.isNull() && mayBeNull(name))) {
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
