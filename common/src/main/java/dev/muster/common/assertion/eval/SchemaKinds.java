package dev.muster.common.assertion.eval;

import module java.base;
import tools.jackson.databind.JsonNode;

/** Finds the kinds of value that a JSON Schema says something of: any other value fits it, whatever it is. */
final class SchemaKinds {

    /** A kind of value, as the keywords of a schema tell them apart. */
    enum Kind {
        OBJECT,
        ARRAY,
        STRING,
        NUMBER,
        OTHER;

        static Kind of(JsonNode value) {
            return value.isObject() ? OBJECT
                    : value.isArray() ? ARRAY : value.isString() ? STRING : value.isNumber() ? NUMBER : OTHER;
        }
    }

    private static final Set<Kind> ALL = EnumSet.allOf(Kind.class);
    private static final int DEEPEST = 50;

    private static final Map<String, Kind> BOUNDS = Map.ofEntries(Map.entry("minProperties", Kind.OBJECT),
            Map.entry("maxProperties", Kind.OBJECT), Map.entry("required", Kind.OBJECT),
            Map.entry("dependentRequired", Kind.OBJECT), Map.entry("dependencies", Kind.OBJECT),
            Map.entry("minItems", Kind.ARRAY), Map.entry("maxItems", Kind.ARRAY), Map.entry("uniqueItems", Kind.ARRAY),
            Map.entry("contains", Kind.ARRAY), Map.entry("minLength", Kind.STRING),
            Map.entry("maxLength", Kind.STRING), Map.entry("pattern", Kind.STRING),
            Map.entry("minimum", Kind.NUMBER), Map.entry("maximum", Kind.NUMBER),
            Map.entry("exclusiveMinimum", Kind.NUMBER), Map.entry("exclusiveMaximum", Kind.NUMBER),
            Map.entry("multipleOf", Kind.NUMBER));
    private static final Set<String> LEAST = Set.of("minProperties", "minItems", "minLength");
    /** Schemas of the members or items of a value. */
    private static final Map<String, Kind> PARTS = Map.ofEntries(Map.entry("additionalProperties", Kind.OBJECT),
            Map.entry("propertyNames", Kind.OBJECT), Map.entry("unevaluatedProperties", Kind.OBJECT),
            Map.entry("items", Kind.ARRAY), Map.entry("additionalItems", Kind.ARRAY),
            Map.entry("unevaluatedItems", Kind.ARRAY), Map.entry("prefixItems", Kind.ARRAY),
            Map.entry("properties", Kind.OBJECT), Map.entry("patternProperties", Kind.OBJECT),
            Map.entry("dependentSchemas", Kind.OBJECT));
    private static final Set<String> SEVERAL = Set.of("prefixItems", "properties", "patternProperties",
            "dependentSchemas");
    private static final Set<String> OF_ANY = Set.of("type", "enum", "const", "not", "$dynamicRef", "$recursiveRef");
    private static final Set<String> OF_MANY = Set.of("allOf", "anyOf", "oneOf");
    private static final Set<String> OF_ONE = Set.of("then", "else");

    private final JsonNode root;
    private int left = 1_000;

    private SchemaKinds(JsonNode root) {
        this.root = root;
    }

    /** Returns the kinds of value that may break the schema. */
    static Set<Kind> of(JsonNode schema) {
        return new SchemaKinds(schema).kinds(schema, 0);
    }

    private Set<Kind> kinds(JsonNode schema, int depth) {
        if (depth > DEEPEST || left-- <= 0) {
            return ALL; // nothing can be said of it
        }
        if (!schema.isObject()) {
            return schema.isBoolean() && schema.booleanValue() ? Set.of() : ALL;
        }
        var kinds = EnumSet.noneOf(Kind.class);
        schema.properties().forEach(each -> kinds.addAll(kinds(each.getKey(), each.getValue(), depth + 1)));
        return kinds;
    }

    private Set<Kind> kinds(String keyword, JsonNode value, int depth) {
        if (keyword.equals("$ref")) {
            return referred(value.asString(""), depth);
        }
        if (OF_MANY.contains(keyword)) {
            return value.valueStream().flatMap(each -> kinds(each, depth).stream()).collect(Collectors.toSet());
        }
        if (OF_ONE.contains(keyword)) {
            return kinds(value, depth);
        }
        if (OF_ANY.contains(keyword)) {
            return ALL;
        }
        var part = PARTS.get(keyword);
        if (part != null) {
            boolean says = (SEVERAL.contains(keyword) || value.isArray())
                    ? value.valueStream().anyMatch(each -> !kinds(each, depth).isEmpty())
                    : !kinds(value, depth).isEmpty();
            return says ? Set.of(part) : Set.of();
        }
        var bound = BOUNDS.get(keyword);
        return bound == null || isLoose(keyword, value) ? Set.of() : Set.of(bound);
    }

    private static boolean isLoose(String keyword, JsonNode value) {
        return (LEAST.contains(keyword) && value.isNumber() && value.asInt() == 0)
                || (value.isContainer() && value.isEmpty() && !keyword.equals("contains"))
                || (value.isBoolean() && !value.booleanValue())
                || (keyword.equals("pattern") && AlwaysHolds.isInEveryReply(value.asString("")));
    }

    /** Follows a reference within the schema; of any other, nothing is known. */
    private Set<Kind> referred(String reference, int depth) {
        if (!reference.startsWith("#/") && !reference.equals("#")) {
            return ALL;
        }
        if (reference.equals("#")) {
            return Set.of(); // what the schema says elsewhere
        }
        var found = root.at(reference.substring(1));
        return found.isMissingNode() ? ALL : kinds(found, depth);
    }
}
