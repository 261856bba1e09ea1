package dev.muster.coordinator.report.html;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Words that come up again and again, by number. */
final class Names {

    private final Map<String, Integer> numbers = new LinkedHashMap<>();

    int number(String name) {
        return numbers.computeIfAbsent(name, added -> numbers.size());
    }

    /** In the order of their numbers. */
    Set<String> all() {
        return numbers.keySet();
    }
}
