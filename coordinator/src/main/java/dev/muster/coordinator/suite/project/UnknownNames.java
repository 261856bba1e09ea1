package dev.muster.coordinator.suite.project;

import module java.base;
import dev.muster.coordinator.suite.source.Nearest;

/** Messages for names that refer to nothing. */
final class UnknownNames {

    private static final int MOST_SHOWN = 20;

    private UnknownNames() {}

    static String unknown(String what, String name, Collection<String> known) {
        if (known.isEmpty()) {
            return "unknown " + what + " '" + name + "': the configuration has no " + what + "s";
        }
        return "unknown " + what + " '" + name + "'" + Nearest.hint(name, known) + " (known: " + shown(known) + ")";
    }

    private static String shown(Collection<String> known) {
        var names = known.stream().limit(MOST_SHOWN).collect(Collectors.joining(", "));
        return known.size() > MOST_SHOWN ? names + ", …" : names;
    }
}
