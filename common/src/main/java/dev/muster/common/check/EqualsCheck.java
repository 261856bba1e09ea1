package dev.muster.common.check;

import tools.jackson.databind.JsonNode;

/** The whole reply is a text, or, read as JSON, a value. */
record EqualsCheck(JsonNode value) implements CompiledCheck {

    @Override
    public Expectation expectation() {
        return Expectation.ofReply("equal " + Excerpt.of(value));
    }

    @Override
    public Finding look(ResponseDocument reply) {
        return value.isString() ? lookAtText(reply.text()) : lookAtJson(reply);
    }

    private Finding lookAtText(String found) {
        var expected = value.stringValue();
        return found.equals(expected) ? Finding.holds(() -> "but it does")
                : Finding.fails(() -> difference(expected, found));
    }

    private Finding lookAtJson(ResponseDocument reply) {
        var json = reply.json();
        if (json.isEmpty()) {
            return Finding.fails(() -> "found text that is no JSON: " + Excerpt.of(reply.text()));
        }
        var difference = JsonEquality.difference(value, json.get(), "$");
        return difference.isEmpty() ? Finding.holds(() -> "but it does")
                : Finding.fails(() -> "found " + Excerpt.of(json.get()) + ": " + difference.get());
    }

    private static String difference(String expected, String found) {
        if (found.isEmpty()) {
            return "found an empty reply";
        }
        int at = firstDifference(expected, found);
        return "found " + Excerpt.around(found, at) + ": " + kind(expected, found, at);
    }

    private static String kind(String expected, String found, int at) {
        if (expected.strip().equals(found.strip())) {
            return "they differ only in white space at the ends";
        }
        if (expected.equalsIgnoreCase(found)) {
            return "they differ only in upper and lower case";
        }
        return "they differ from character " + (expected.codePointCount(0, at) + 1) + " on";
    }

    private static int firstDifference(String expected, String found) {
        int at = 0;
        while (at < Math.min(expected.length(), found.length()) && expected.charAt(at) == found.charAt(at)) {
            at++;
        }
        return at;
    }
}
