package dev.muster.coordinator.suite;

import java.util.List;

/** What the format knows and this version does not do: said as such, never as an unknown key. */
final class NotYet {

    /** Types of assertions. */
    static final List<String> ASSERTIONS = List.of("snapshot");

    /** Follows the name of what is not there. */
    static final String SENTENCE = "is not in this version of Muster";

    private NotYet() {}
}
