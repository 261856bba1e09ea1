package dev.muster.common.assertion.eval;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * exact-match, partial: the reply, parsed as JSON, has every expected value; the score is the share found.
 *
 * @param fields the only fields compared, each counting once; empty compares every leaf
 */
record OutcomePartsCheck(JsonNode expected, List<DottedPath> fields, TextRule rule) implements CompiledCheck {

    private static final int MOST_TOLD = 3;

    static OutcomePartsCheck of(JsonNode expected, List<String> fields, TextRule rule) {
        return new OutcomePartsCheck(expected, fields.stream().map(DottedPath::new).toList(), rule);
    }

    @Override
    public Expectation expectation() {
        var which = fields.isEmpty() ? ""
                : " at " + String.join(", ", fields.stream().map(DottedPath::path).toList());
        return Expectation.ofReply("have what " + Excerpt.of(expected) + " has" + which).of(expected);
    }

    @Override
    public Observation look(ResponseDocument reply) {
        var json = reply.json();
        if (json.isEmpty()) {
            return Observation.fails(() -> "found text that is no JSON: " + Excerpt.of(reply.text())).scored();
        }
        var found = rule.applied(json.get());
        var parts = fields.isEmpty() ? Leaves.of(expected, found, "$")
                : fields.stream().map(field -> at(field, found)).toList();
        var missing = parts.stream().flatMap(Optional::stream).toList();
        return finding(missing, json.get()).seeing(() -> Seen.of(json.get()))
                .scored(1 - (double) missing.size() / parts.size());
    }

    /** Returns what is wrong at a field, in words. */
    private Optional<String> at(DottedPath field, JsonNode found) {
        var wanted = field.in(expected);
        if (wanted.isEmpty()) {
            return Optional.of("expectedOutcomes has no " + field);
        }
        return Leaves.of(wanted.get(), orNull(field.in(found)), field.path()).stream().flatMap(Optional::stream)
                .findFirst();
    }

    private static @Nullable JsonNode orNull(Optional<JsonNode> found) {
        return found.orElse(null);
    }

    private static Observation finding(List<String> missing, JsonNode found) {
        if (missing.isEmpty()) {
            return Observation.holds(() -> "but it has");
        }
        var more = missing.size() > MOST_TOLD ? "; and " + (missing.size() - MOST_TOLD) + " more" : "";
        return Observation.fails(() -> "found " + Excerpt.of(found) + ": "
                + String.join("; ", missing.subList(0, Math.min(MOST_TOLD, missing.size()))) + more);
    }
}
