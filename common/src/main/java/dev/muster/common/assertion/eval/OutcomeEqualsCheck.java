package dev.muster.common.assertion.eval;

import tools.jackson.databind.JsonNode;

/** exact-match: the reply, parsed as JSON, equals the expected value. */
record OutcomeEqualsCheck(JsonNode expected, TextRule rule) implements CompiledCheck {

    @Override
    public Expectation expectation() {
        return Expectation.ofReply("equal " + Excerpt.of(expected)).of(expected);
    }

    @Override
    public Observation look(ResponseDocument reply) {
        return reply.json().map(this::compare)
                .orElseGet(() -> Observation.fails(() -> "found text that is no JSON: " + Excerpt.of(reply.text())))
                .scored();
    }

    private Observation compare(JsonNode found) {
        var differences = JsonEquality.differences(expected, rule.applied(found), "$");
        return Observation.unless(differences, () -> "but it does",
                () -> "found " + Excerpt.of(found) + differences.behindColon())
                .seeing(() -> Seen.of(found).at("$").differing(differences));
    }
}
