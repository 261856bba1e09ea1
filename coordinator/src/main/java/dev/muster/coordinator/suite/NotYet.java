package dev.muster.coordinator.suite;

/** What the format knows and this version does not do: said as such, never as an unknown key. */
final class NotYet {

    /** Follows the name of what is not there. */
    static final String SENTENCE = "is not in this version of Muster";

    private NotYet() {}
}
