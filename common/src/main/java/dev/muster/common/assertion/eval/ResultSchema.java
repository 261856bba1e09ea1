package dev.muster.common.assertion.eval;

import module java.base;
import tools.jackson.databind.JsonNode;

/** Checks a result against the JSON Schema that its tool declares. */
public final class ResultSchema {

    private ResultSchema() {}

    /** Returns the first differences in words; empty when the value fits, or when that takes too long to find out. */
    public static Optional<String> mismatch(JsonNode schema, JsonNode value) {
        try {
            var differences = JsonSchema.compile(schema).trouble(value);
            return differences.none() ? Optional.empty() : Optional.of(differences.words());
        } catch (AssertionFault e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (LimitExceeded e) {
            return Optional.empty();
        }
    }
}
