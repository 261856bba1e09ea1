package dev.muster.common.assertion.eval;

import module java.base;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes a schema strict: forbids unnamed members in objects, unless it says otherwise. */
final class StrictSchema {

    private static final List<String> SAYS_ITSELF = List.of("additionalProperties", "unevaluatedProperties",
            "patternProperties");
    private static final List<String> COMPOSED = List.of("$ref", "allOf", "anyOf", "oneOf", "if",
            "dependentSchemas");

    static JsonNode of(JsonNode schema) {
        var strict = schema.deepCopy();
        close(strict);
        return strict;
    }

    /** Leaves the parts of a composition unchanged: each of them sees the members of the others. */
    private static void close(JsonNode node) {
        if (!(node instanceof ObjectNode schema)) {
            return;
        }
        if (schema.has("properties") && SAYS_ITSELF.stream().noneMatch(schema::has)) {
            schema.put(COMPOSED.stream().anyMatch(schema::has) ? "unevaluatedProperties" : "additionalProperties",
                    false);
        }
        schema.path("properties").values().forEach(StrictSchema::close);
        schema.path("prefixItems").values().forEach(StrictSchema::close);
        close(schema.path("items"));
    }
}
