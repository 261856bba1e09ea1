package dev.muster.coordinator.suite;

import module java.base;

/**
 * The name of an assertion's type, as written: with hyphens or underscores, and {@code not_} in front of any.
 *
 * @param kind Muster's name, if it is one
 */
record TypeName(String written, String kind, boolean negated) {

    private static final ResourceBundle PROMPTFOO = ResourceBundle.getBundle("dev.muster.coordinator.suite.promptfoo",
            Locale.ROOT);

    static TypeName of(String written, Map<String, ?> kinds) {
        var name = written.replace('-', '_');
        boolean negated = !kinds.containsKey(name) && name.startsWith("not_") && !name.startsWith("not_not_");
        return new TypeName(written, negated ? name.substring(4) : name, negated);
    }

    /** Returns what to write in place of another tool's type, as the end of a sentence. */
    Optional<String> advice() {
        return PROMPTFOO.containsKey(kind) ? Optional.of("; " + PROMPTFOO.getString(kind)) : Optional.empty();
    }
}
