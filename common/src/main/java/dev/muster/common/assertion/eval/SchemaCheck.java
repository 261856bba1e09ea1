package dev.muster.common.assertion.eval;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * schema-validate: the reply matches a JSON Schema and has some fields.
 *
 * @param schema null to check only the fields
 * @param fields fields of the reply's JSON; a null value counts
 */
record SchemaCheck(@Nullable JsonSchema schema, List<DottedPath> fields) implements CompiledCheck {

    @Override
    public Expectation expectation() {
        var names = String.join(", ", fields.stream().map(DottedPath::path).toList());
        var have = fields.isEmpty() ? "" : "have " + names;
        return Expectation.ofReply(schema == null ? have : "fit the schema" + (have.isEmpty() ? "" : " and " + have));
    }

    @Override
    public Observation look(ResponseDocument reply) {
        if (!fields.isEmpty() && reply.json().isEmpty()) {
            return Observation.fails(() -> "found text that is no JSON: " + Excerpt.of(reply.text())).scored();
        }
        try {
            return missing(reply.value()).or(() -> trouble(reply.value())).map(words -> Observation.fails(() -> words))
                    .orElseGet(() -> Observation.holds(() -> "but it does")).seeing(() -> Seen.of(reply.value()))
                    .scored();
        } catch (JsonSchema.TooCostly bound) {
            return Observation.undecided(bound::sentence).scored(0);
        }
    }

    private Optional<String> missing(JsonNode found) {
        return fields.stream().filter(field -> field.in(found).isEmpty()).findFirst()
                .map(field -> "found " + Excerpt.of(found) + ": it has no " + field);
    }

    private static Optional<String> misfit(Differences differences, JsonNode found) {
        return differences.none() ? Optional.empty()
                : Optional.of("found " + Excerpt.of(found) + differences.behindColon());
    }

    private Optional<String> trouble(JsonNode found) {
        return schema == null ? Optional.empty()
                : misfit(schema.trouble(found), found);
    }
}
