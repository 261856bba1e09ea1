package dev.muster.common.check;

import java.util.Optional;

import tools.jackson.databind.JsonNode;

/** Equality of JSON as suites mean it: 1 equals 1.0, the order of keys does not matter, that of lists does. */
final class JsonEquality {

    private JsonEquality() {}

    static boolean equal(JsonNode expected, JsonNode found) {
        return difference(expected, found, "$").isEmpty();
    }

    /** Where two values first differ, in words; empty when they are equal. */
    static Optional<String> difference(JsonNode expected, JsonNode found, String at) {
        if (expected.isObject() && found.isObject()) {
            return ofObjects(expected, found, at);
        }
        if (expected.isArray() && found.isArray()) {
            return ofArrays(expected, found, at);
        }
        return sameScalar(expected, found)
                ? Optional.empty()
                : Optional.of("at " + at + " it has " + Excerpt.of(found) + " instead of " + Excerpt.of(expected));
    }

    private static boolean sameScalar(JsonNode expected, JsonNode found) {
        return expected.equals(found) || (expected.isNumber() && found.isNumber() && sameNumber(expected, found));
    }

    private static Optional<String> ofObjects(JsonNode expected, JsonNode found, String at) {
        for (var entry : expected.properties()) {
            var inner = found.get(entry.getKey());
            var path = at + "." + entry.getKey();
            var difference = inner == null
                    ? Optional.of("it has no " + path)
                    : difference(entry.getValue(), inner, path);
            if (difference.isPresent()) {
                return difference;
            }
        }
        return found.propertyNames().stream().filter(name -> !expected.has(name)).findFirst()
                .map(name -> "it has " + at + "." + name + " too");
    }

    private static Optional<String> ofArrays(JsonNode expected, JsonNode found, String at) {
        for (int i = 0; i < Math.min(expected.size(), found.size()); i++) {
            var difference = difference(expected.get(i), found.get(i), at + "[" + i + "]");
            if (difference.isPresent()) {
                return difference;
            }
        }
        return expected.size() == found.size()
                ? Optional.empty()
                : Optional.of("at " + at + " it has " + Excerpt.counted(found.size(), "element") + " instead of "
                        + expected.size());
    }

    /** Numbers that no decimal can hold (infinite, from an overflow) are compared as they are. */
    private static boolean sameNumber(JsonNode expected, JsonNode found) {
        return isFinite(expected) && isFinite(found) && expected.decimalValue().compareTo(found.decimalValue()) == 0;
    }

    private static boolean isFinite(JsonNode number) {
        return !(number.isDouble() || number.isFloat()) || Double.isFinite(number.doubleValue());
    }
}
