package dev.muster.common.assertion.eval;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A path exists, or has a value.
 *
 * @param value null: the path only has to exist
 */
record JsonPathCheck(DocumentPath path, @Nullable JsonNode value) implements CompiledCheck {

    @Override
    public Expectation expectation() {
        if (value == null) {
            return new Expectation(path.toString(), "exist");
        }
        return new Expectation(path.toString(), (value.isArray() ? "be or be one of " : "be ") + Excerpt.of(value))
                .of(value);
    }

    @Override
    public Observation look(ResponseDocument reply) {
        return switch (path.in(reply.places())) {
            case DocumentPath.Lookup.Found found -> judge(found);
            case DocumentPath.Lookup.Nowhere() -> PathWords.nowhere(reply);
            case DocumentPath.Lookup.TooCostly() -> PathWords.tooCostly();
        };
    }

    private Observation judge(DocumentPath.Lookup.Found found) {
        var finding = value == null || found.values().stream().anyMatch(one -> accepts(value, one))
                ? Observation.holds(() -> "found " + PathWords.found(found))
                : Observation.fails(() -> "found " + PathWords.found(found) + differences(found).behindColon());
        return finding.seeing(() -> PathWords.seen(found).differing(differences(found)));
    }

    /** Returns the differences of objects and lists; for other types the value is enough. */
    private Differences differences(DocumentPath.Lookup.Found found) {
        var one = found.values().getFirst();
        boolean alike = value != null && found.values().size() == 1
                && ((value.isObject() && one.isObject()) || (value.isArray() && one.isArray()));
        return alike ? JsonEquality.differences(Objects.requireNonNull(value), one, path.toString())
                : Differences.any();
    }

    private static boolean accepts(JsonNode value, JsonNode found) {
        return JsonEquality.equal(value, found) || isOneOf(value, found);
    }

    private static boolean isOneOf(JsonNode list, JsonNode found) {
        return list.isArray() && !found.isArray()
                && list.valueStream().anyMatch(allowed -> JsonEquality.equal(allowed, found));
    }
}
