package dev.muster.common.agent.agui;

import dev.muster.common.agent.http.StreamBroken;
import dev.muster.common.agent.http.Warnings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * The members that an event of some type has. One of the wrong type breaks the protocol, and so does one that is
 * missing; one that is not known is dropped with a warning. An optional one that is null counts as absent, as servers
 * that write every field send it.
 */
record EventShape(Map<String, Kind> members, List<String> required) {

    /** What a member holds. */
    enum Kind {
        STRING,
        NUMBER,
        BOOLEAN,
        OBJECT,
        ARRAY,
        CONTENT,
        ANY;

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

        String inWords() {
            return switch (this) {
                case STRING -> "a string";
                case NUMBER -> "a number";
                case BOOLEAN -> "a boolean";
                case OBJECT -> "an object";
                case ARRAY -> "an array";
                case CONTENT -> "a string or an array of parts";
                case ANY -> "there";
            };
        }
    }

    /** @param spelling {@code name:kind} or {@code name?:kind} for each member, between spaces */
    static EventShape of(String spelling) {
        var members = new HashMap<String, Kind>();
        var required = new ArrayList<String>();
        for (String member : spelling.split(" ", -1)) {
            int colon = member.indexOf(':');
            boolean optional = member.charAt(colon - 1) == '?';
            String name = member.substring(0, optional ? colon - 1 : colon);
            members.put(name, Kind.valueOf(member.substring(colon + 1).toUpperCase(Locale.ROOT)));
            if (!optional) {
                required.add(name);
            }
        }
        return new EventShape(Map.copyOf(members), List.copyOf(required));
    }

    void check(String type, JsonNode event, Warnings warnings) throws StreamBroken {
        for (var member : event.properties()) {
            check(type, member.getKey(), member.getValue(), warnings);
        }
        for (String name : required) {
            if (!event.has(name)) {
                throw Fields.wrong(type, name, null, members.getOrDefault(name, Kind.ANY).inWords());
            }
        }
    }

    private void check(String type, String name, JsonNode value, Warnings warnings) throws StreamBroken {
        Kind kind = members.get(name);
        if (kind == null) {
            warnings.add("the unknown member '" + name + "' of " + type + " was dropped");
        } else if (!kind.takes(value) && !(value.isNull() && !required.contains(name))) {
            throw Fields.wrong(type, name, value, kind.inWords());
        }
    }
}
