package dev.muster.common.assertion.eval;

import module java.base;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Equality of JSON as suites mean it: 1 equals 1.0, the order of keys does not matter, the order of lists does. */
final class JsonEquality {

    private JsonEquality() {}

    static boolean equal(JsonNode expected, JsonNode found) {
        var any = Differences.any();
        compare(expected, found, "$", any);
        return any.none();
    }

    static Differences differences(JsonNode expected, JsonNode found, String at) {
        var all = Differences.all();
        compare(expected, found, at, all);
        return all;
    }

    /** Returns the first difference in words; empty when they are equal. */
    static Optional<String> difference(JsonNode expected, JsonNode found, String at) {
        var differences = differences(expected, found, at);
        return differences.none() ? Optional.empty() : Optional.of(differences.words());
    }

    static void compare(JsonNode expected, JsonNode found, String at, Differences into) {
        if (into.isFull()) {
            return;
        }
        if (expected.isObject() && found.isObject()) {
            objects(expected, found, at, into);
        } else if (expected.isArray() && found.isArray()) {
            arrays(expected, found, at, into);
        } else if (!sameScalar(expected, found)) {
            into.instead(at, expected, found);
        }
    }

    private static void objects(JsonNode expected, JsonNode found, String at, Differences into) {
        for (var entry : expected.properties()) {
            var inner = found.get(entry.getKey());
            var path = at + "." + entry.getKey();
            if (inner == null) {
                into.missing(path, entry.getValue());
            } else {
                compare(entry.getValue(), inner, path, into);
            }
        }
        for (var entry : found.properties()) {
            if (!expected.has(entry.getKey())) {
                into.tooMuch(at + "." + entry.getKey(), entry.getValue());
            }
        }
    }

    private static void arrays(JsonNode expected, JsonNode found, String at, Differences into) {
        for (int i = 0; i < Math.min(expected.size(), found.size()); i++) {
            compare(expected.get(i), found.get(i), at + "[" + i + "]", into);
        }
        if (expected.size() != found.size()) {
            into.add(at, size(expected), size(found), "at " + at + " it has "
                    + Excerpt.counted(found.size(), "element") + " instead of " + expected.size());
        }
    }

    private static JsonNode size(JsonNode array) {
        return JsonNodeFactory.instance.stringNode(Excerpt.counted(array.size(), "element"));
    }

    private static boolean sameScalar(JsonNode expected, JsonNode found) {
        return expected.equals(found) || (expected.isNumber() && found.isNumber() && sameNumber(expected, found));
    }

    /** Compares as decimals; numbers that no decimal can hold (infinite, from an overflow) as they are. */
    private static boolean sameNumber(JsonNode expected, JsonNode found) {
        return isFinite(expected) && isFinite(found) && expected.decimalValue().compareTo(found.decimalValue()) == 0;
    }

    private static boolean isFinite(JsonNode number) {
        return !(number.isDouble() || number.isFloat()) || Double.isFinite(number.doubleValue());
    }
}
