package dev.muster.common.assertion.eval;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** The whole reply equals a text, or, parsed as JSON, a value. */
record EqualsCheck(JsonNode value) implements CompiledCheck {

    @Override
    public Expectation expectation() {
        return Expectation.ofReply("equal " + Excerpt.of(value)).of(value);
    }

    @Override
    public Observation look(ResponseDocument reply) {
        return value.isString() ? lookAtText(reply.text()) : lookAtJson(reply);
    }

    /** Compares a text that need not be the whole reply; the expected value must be a text, too. */
    Observation compare(String found) {
        return lookAtText(found);
    }

    private Observation lookAtText(String found) {
        var expected = value.stringValue();
        var finding = found.equals(expected) ? Observation.holds(() -> "but it does")
                : Observation.fails(() -> difference(expected, found));
        return finding.seeing(() -> seen(expected, found));
    }

    private Observation lookAtJson(ResponseDocument reply) {
        var json = reply.json();
        if (json.isEmpty()) {
            return Observation.fails(() -> "found text that is no JSON: " + Excerpt.of(reply.text()))
                    .seeing(() -> Seen.of(reply.text()));
        }
        var differences = JsonEquality.differences(value, json.get(), "$");
        return Observation.unless(differences, () -> "but it does",
                () -> "found " + Excerpt.of(json.get()) + differences.behindColon())
                .seeing(() -> Seen.of(json.get()).at("$").differing(differences));
    }

    /** Returns the first difference of two texts, with its surroundings. */
    private static Seen seen(String expected, String found) {
        var differences = Differences.any();
        if (!expected.equals(found)) {
            var first = TextDifference.of(expected, found);
            differences.add(first.place(), here(expected, first.at()), here(found, first.at()), "");
        }
        return Seen.of(found).differing(differences);
    }

    private static JsonNode here(String text, int at) {
        return StringNode.valueOf(Excerpt.around(text, at));
    }

    private static String difference(String expected, String found) {
        if (found.isEmpty()) {
            return "found an empty reply";
        }
        var first = TextDifference.of(expected, found);
        return "found " + Excerpt.around(found, first.at()) + ": " + kind(first);
    }

    private static String kind(TextDifference first) {
        if (first.expected().strip().equals(first.found().strip())) {
            return "they differ only in white space at the ends";
        }
        if (first.expected().equalsIgnoreCase(first.found())) {
            return "they differ only in upper and lower case";
        }
        return "they differ from " + first.place() + " on";
    }
}
