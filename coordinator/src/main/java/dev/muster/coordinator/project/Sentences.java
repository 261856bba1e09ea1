package dev.muster.coordinator.project;

import dev.muster.coordinator.located.Nearest;
import java.util.Collection;
import java.util.stream.Collectors;

/** How a name that refers to nothing is told. */
final class Sentences {

    private static final int MOST_SHOWN = 20;

    private Sentences() {}

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
