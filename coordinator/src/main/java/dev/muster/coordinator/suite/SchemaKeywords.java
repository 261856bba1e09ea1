package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.coordinator.suite.source.Nearest;
import tools.jackson.databind.JsonNode;

/** Finds mistyped keywords of a JSON Schema: validators ignore what they do not know, so any value would be valid. */
final class SchemaKeywords {

    private static final Set<String> OF_ONE = Set.of("items", "additionalItems", "contains", "additionalProperties",
            "propertyNames", "unevaluatedItems", "unevaluatedProperties", "if", "then", "else", "not");
    private static final Set<String> OF_MANY = Set.of("allOf", "anyOf", "oneOf", "prefixItems");
    private static final Set<String> OF_NAMED = Set.of("properties", "patternProperties", "dependentSchemas", "$defs",
            "definitions");
    private static final Set<String> OTHERS = Set.of("$schema", "$id", "id", "$ref", "$anchor", "$comment",
            "$vocabulary",
            "$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor", "type", "enum", "const", "multipleOf",
            "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength", "pattern",
            "maxItems", "minItems", "uniqueItems", "maxContains", "minContains", "maxProperties", "minProperties",
            "required", "dependentRequired", "dependencies", "format", "title", "description", "default", "deprecated",
            "readOnly", "writeOnly", "examples", "example", "contentEncoding", "contentMediaType", "contentSchema",
            "nullable", "discriminator");
    private static final Set<String> KNOWN = Stream.of(OF_ONE, OF_MANY, OF_NAMED, OTHERS).flatMap(Set::stream)
            .collect(Collectors.toCollection(TreeSet::new));
    private static final int DEEPEST = 100;

    private SchemaKeywords() {}

    /** Returns what is wrong with a schema, in a sentence. */
    static Optional<String> trouble(JsonNode schema) {
        return trouble(schema, 0);
    }

    private static Optional<String> trouble(JsonNode schema, int depth) {
        return !schema.isObject() || depth > DEEPEST ? Optional.empty()
                : schema.properties().stream()
                        .flatMap(each -> trouble(each.getKey(), each.getValue(), depth + 1).stream())
                        .findFirst();
    }

    private static Optional<String> trouble(String keyword, JsonNode value, int depth) {
        if (OF_ONE.contains(keyword) && !value.isArray()) {
            return trouble(value, depth);
        }
        if (OF_MANY.contains(keyword) || OF_ONE.contains(keyword) || (OF_NAMED.contains(keyword) && value.isObject())) {
            return value.valueStream().flatMap(each -> trouble(each, depth).stream()).findFirst();
        }
        return KNOWN.contains(keyword) || keyword.startsWith("x-") ? Optional.empty()
                : Nearest.of(keyword, KNOWN)
                        .map(near -> "unknown keyword '" + keyword + "' in the schema; did you mean '"
                                + near + "'?");
    }
}
