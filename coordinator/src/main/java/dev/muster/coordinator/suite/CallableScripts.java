package dev.muster.coordinator.suite;

import module java.base;

/** Checks whether a script that a suite names can be called. */
@FunctionalInterface
public interface CallableScripts {

    /** Accepts every script unchecked. */
    CallableScripts UNSEEN = (name, suite) -> Optional.empty();

    /**
     * Returns what is wrong with a function of a script; empty when it can be called.
     *
     * @param name without {@code scripts:}
     * @param suite the file that names it, relative to the project root
     */
    Optional<String> trouble(String name, String suite);
}
