package dev.muster.common.assertion.eval;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Compares the leaves of the expected value: scalars, and empty lists and objects. */
final class Leaves {

    private final List<Optional<String>> compared = new ArrayList<>();

    private Leaves() {}

    /** Returns for each leaf what is wrong, in words; empty if it is present. Ignores other members of the found value. */
    static List<Optional<String>> of(JsonNode expected, @Nullable JsonNode found, String at) {
        var leaves = new Leaves();
        leaves.compare(expected, found, at);
        return leaves.compared;
    }

    private void compare(JsonNode expected, @Nullable JsonNode found, String at) {
        if (expected.isObject() && !expected.isEmpty()) {
            expected.properties().forEach(member -> compare(member.getValue(),
                    found == null ? null : found.get(member.getKey()), at + "." + member.getKey()));
        } else if (expected.isArray() && !expected.isEmpty()) {
            for (int i = 0; i < expected.size(); i++) {
                compare(expected.get(i), found == null || !found.isArray() ? null : found.get(i), at + "[" + i + "]");
            }
        } else {
            compared.add(leaf(expected, found, at));
        }
    }

    private static Optional<String> leaf(JsonNode expected, @Nullable JsonNode found, String at) {
        if (found == null) {
            return Optional.of("it has no " + at);
        }
        return expected.isObject() && found.isObject() ? Optional.empty()
                : JsonEquality.difference(expected, found, at);
    }
}
