package dev.muster.coordinator.suite;

import java.util.Optional;

/** Says of a script that a suite names whether it can be called. */
@FunctionalInterface
public interface CallableScripts {

    /** Where nobody looks. */
    CallableScripts UNSEEN = (name, suite) -> Optional.empty();

    /**
     * What is wrong with a function of a script; empty when nothing is.
     *
     * @param name without {@code scripts:}
     * @param suite that names it, from the project root
     */
    Optional<String> trouble(String name, String suite);
}
