package dev.muster.common.assertion.eval;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The value at a path has a JSON type; if the path finds many, all do.
 *
 * @param path null checks the reply
 */
record TypeCheck(@Nullable DocumentPath path, JsonType type) implements CompiledCheck {

    private static final Map<String, String> MEANT = Map.ofEntries(Map.entry("int", "integer"),
            Map.entry("float", "number"), Map.entry("double", "number"), Map.entry("bool", "boolean"),
            Map.entry("str", "string"), Map.entry("text", "string"), Map.entry("list", "array"),
            Map.entry("map", "object"), Map.entry("dict", "object"), Map.entry("nil", "null"),
            Map.entry("none", "null"));

    /** The types by their names in suites. */
    enum JsonType {
        STRING("a string"),
        NUMBER("a number"),
        INTEGER("an integer"),
        BOOLEAN("a boolean"),
        ARRAY("an array"),
        OBJECT("an object"),
        NULL("null");

        private final String words;

        JsonType(String words) {
            this.words = words;
        }

        String wire() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** 1.0 is an integer, as in JSON Schema. */
        boolean matches(JsonNode node) {
            return switch (this) {
                case STRING -> node.isString();
                case NUMBER -> node.isNumber();
                case INTEGER -> node.isNumber() && node.canConvertToExactIntegral();
                case BOOLEAN -> node.isBoolean();
                case ARRAY -> node.isArray();
                case OBJECT -> node.isObject();
                case NULL -> node.isNull();
            };
        }

        static JsonType of(JsonNode node) {
            return List.of(values()).stream().filter(type -> type.matches(node)).findFirst().orElse(STRING);
        }
    }

    static TypeCheck compile(@Nullable String path, String expected) throws AssertionFault {
        return new TypeCheck(path == null ? null : DocumentPath.compile(path), named(expected));
    }

    private static JsonType named(String name) throws AssertionFault {
        var lower = name.strip().toLowerCase(Locale.ROOT);
        var meant = MEANT.getOrDefault(lower, lower);
        var type = List.of(JsonType.values()).stream().filter(one -> one.wire().equals(meant)).findFirst();
        if (type.isEmpty() || !meant.equals(name)) {
            throw new AssertionFault("'" + name + "' is no type; write "
                    + (type.isPresent() ? meant : "string, number, integer, boolean, array, object or null"));
        }
        return type.get();
    }

    @Override
    public Expectation expectation() {
        return new Expectation(path == null ? "the reply" : path.toString(), "be " + type.words);
    }

    @Override
    public Observation look(ResponseDocument reply) {
        if (path == null) {
            return lookAt(List.of(reply.value()), "");
        }
        return switch (path.in(reply.places())) {
            case DocumentPath.Lookup.Found(var place, var values) -> lookAt(values, " in " + place).at(place);
            case DocumentPath.Lookup.Nowhere() -> PathWords.nowhere(reply);
            case DocumentPath.Lookup.TooCostly() -> PathWords.tooCostly();
        };
    }

    private Observation lookAt(List<JsonNode> values, String where) {
        return values.stream().filter(value -> !type.matches(value)).findFirst()
                .map(other -> Observation.fails(() -> "found " + described(other) + where).seeing(() -> Seen.of(other)))
                .orElseGet(() -> Observation.holds(() -> "found " + described(values.getFirst()) + where)
                        .seeing(() -> Seen.of(values.getFirst())));
    }

    private static String described(JsonNode value) {
        return value.isNull() ? "null" : JsonType.of(value).words + " (" + Excerpt.of(value) + ")";
    }
}
