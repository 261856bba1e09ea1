package dev.muster.common.assertion.eval;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The value at a path matches a JSON Schema; if the path finds many, all do.
 *
 * @param path null checks the reply
 */
record FitCheck(@Nullable DocumentPath path, JsonSchema schema) implements CompiledCheck {

    static FitCheck compile(@Nullable String path, JsonNode schema) throws AssertionFault {
        return new FitCheck(path == null ? null : DocumentPath.compile(path), JsonSchema.compile(schema));
    }

    @Override
    public Expectation expectation() {
        return new Expectation(path == null ? "the reply" : path.toString(), "fit the schema");
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
        try {
            for (var value : values) {
                var trouble = schema.trouble(value);
                if (!trouble.none()) {
                    return Observation.fails(() -> "found " + Excerpt.of(value) + where + trouble.behindColon())
                            .seeing(() -> Seen.of(value).differing(trouble));
                }
            }
            return Observation.holds(() -> "but it does").seeing(() -> Seen.of(values.getFirst()));
        } catch (JsonSchema.TooCostly bound) {
            return Observation.undecided(bound::sentence);
        }
    }
}
