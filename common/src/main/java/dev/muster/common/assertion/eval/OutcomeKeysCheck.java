package dev.muster.common.assertion.eval;

import module java.base;
import tools.jackson.databind.JsonNode;

/** exact-match, contains: the reply, parsed as JSON, has the expected members, with any values. */
record OutcomeKeysCheck(JsonNode expected) implements CompiledCheck {

    @Override
    public Expectation expectation() {
        return Expectation.ofReply("have the members of " + Excerpt.of(expected));
    }

    @Override
    public Observation look(ResponseDocument reply) {
        return reply.json().map(this::compare)
                .orElseGet(() -> Observation.fails(() -> "found text that is no JSON: " + Excerpt.of(reply.text())))
                .scored();
    }

    private Observation compare(JsonNode found) {
        var missing = new ArrayList<String>();
        collect(expected, found, "$", missing);
        return missing.isEmpty() ? Observation.holds(() -> "but it does")
                : Observation
                        .fails(() -> "found " + Excerpt.of(found) + ": it has no " + String.join(", no ", missing));
    }

    private static void collect(JsonNode expected, JsonNode found, String at, List<String> missing) {
        if (!expected.isObject()) {
            return;
        }
        for (var member : expected.properties()) {
            var path = at + "." + member.getKey();
            var inner = found.get(member.getKey());
            if (inner == null) {
                missing.add(path);
            } else {
                collect(member.getValue(), inner, path, missing);
            }
        }
    }
}
