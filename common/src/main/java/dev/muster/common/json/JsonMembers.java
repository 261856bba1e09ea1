package dev.muster.common.json;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An object being written: leaves out null, empty lists and empty maps; sorts maps, which have no order of their own.
 */
public record JsonMembers(ObjectNode object) {

    public static JsonMembers of(String name, @Nullable Object value) {
        return new JsonMembers(Json.MAPPER.createObjectNode()).add(name, value);
    }

    /** @param value a text, a number, JSON, or a list or map of those */
    public JsonMembers add(String name, @Nullable Object value) {
        if (value != null && !isEmpty(value)) {
            object.set(name, json(value));
        }
        return this;
    }

    /** Adds a member only when it is true. */
    public JsonMembers flag(String name, boolean value) {
        return add(name, value ? Boolean.TRUE : null);
    }

    /** Adds one text as a string, several (or none) as a list. */
    public JsonMembers texts(String name, List<String> values) {
        object.set(name, json(values.size() == 1 ? values.getFirst() : values));
        return this;
    }

    private static boolean isEmpty(Object value) {
        return (value instanceof Collection<?> items && items.isEmpty())
                || (value instanceof Map<?, ?> map && map.isEmpty());
    }

    private static JsonNode json(Object value) {
        return switch (value) {
            case JsonNode node -> node;
            case BigDecimal exact -> DecimalNode.valueOf(exact);
            case List<?> items -> Json.MAPPER.createArrayNode().addAll(items.stream().map(JsonMembers::json).toList());
            case Map<?, ?> map -> {
                var members = Json.MAPPER.createObjectNode();
                new TreeMap<>(map).forEach((name, member) -> members.set(String.valueOf(name), json(member)));
                yield members;
            }
            default -> Json.MAPPER.valueToTree(value);
        };
    }
}
