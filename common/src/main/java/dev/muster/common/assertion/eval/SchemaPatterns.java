package dev.muster.common.assertion.eval;

import module java.base;
import tools.jackson.databind.JsonNode;

/** Finds the patterns of a schema before compilation, so that an error message can locate an invalid one. */
final class SchemaPatterns {

    /** Keywords whose content is data. */
    private static final List<String> DATA = List.of("const", "enum", "default", "examples");

    private SchemaPatterns() {}

    static void check(JsonNode schema) throws AssertionFault {
        if (schema.isArray()) {
            for (var item : schema) {
                check(item);
            }
        }
        for (var member : schema.properties()) {
            checkMember(member.getKey(), member.getValue());
        }
    }

    private static void checkMember(String name, JsonNode value) throws AssertionFault {
        if (name.equals("pattern") && value.isString()) {
            var _ = BoundedPattern.compile(value.stringValue());
        }
        if (name.equals("patternProperties")) {
            for (var pattern : value.propertyNames()) {
                var _ = BoundedPattern.compile(pattern);
            }
        }
        if (!DATA.contains(name)) {
            check(value);
        }
    }
}
