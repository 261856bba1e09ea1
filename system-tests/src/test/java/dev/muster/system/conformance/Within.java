package dev.muster.system.conformance;

import module java.base;
import tools.jackson.databind.JsonNode;

/** Checks that one JSON value contains every member of another with the same value; extra members do not matter. */
final class Within {

    /** Texts that are compared by their beginning. */
    private static final Set<String> BY_BEGINNING = Set.of("error", "skip_reason", "reason");

    private static final Set<String> TIMES = Set.of("duration_ms");

    private final List<String> differences = new ArrayList<>();

    private Within() {}

    static List<String> differences(String place, JsonNode wanted, JsonNode found) {
        var within = new Within();
        within.compare(place, wanted, found);
        return within.differences;
    }

    private void compare(String place, JsonNode wanted, JsonNode found) {
        var name = place.substring(place.lastIndexOf('.') + 1);
        if (wanted.isObject()) {
            wanted.properties().forEach(each -> compare(place + "." + each.getKey(), each.getValue(),
                    found.path(each.getKey())));
        } else if (wanted.isArray()) {
            list(place, wanted, found);
        } else if (!same(name, wanted, found)) {
            differences.add(place + ": wanted " + wanted + ", found " + found);
        }
    }

    private void list(String place, JsonNode wanted, JsonNode found) {
        if (wanted.size() != found.size() || !found.isArray()) {
            differences.add(place + ": wanted " + wanted + ", found " + found);
            return;
        }
        for (int each = 0; each < wanted.size(); each++) {
            compare(place + "." + (each + 1), wanted.path(each), found.path(each));
        }
    }

    private static boolean same(String name, JsonNode wanted, JsonNode found) {
        if (TIMES.contains(name)) {
            return found.isNumber();
        }
        if (wanted.isNumber() && found.isNumber()) {
            return wanted.doubleValue() == found.doubleValue();
        }
        if (BY_BEGINNING.contains(name)) {
            return found.asString("").startsWith(wanted.asString(""));
        }
        return wanted.equals(found);
    }
}
