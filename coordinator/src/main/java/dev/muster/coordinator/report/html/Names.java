package dev.muster.coordinator.report.html;

import module java.base;

/** Numbers for repeated names. */
final class Names {

    private final Map<String, Integer> numbers = new LinkedHashMap<>();

    int number(String name) {
        return numbers.computeIfAbsent(name, added -> numbers.size());
    }

    /** Returns all names by number. */
    Set<String> all() {
        return numbers.keySet();
    }
}
