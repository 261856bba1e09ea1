package dev.muster.coordinator.suite;

import java.util.Optional;

/** Says of a script that a suite names whether it can be called. */
@FunctionalInterface
public interface CallableScripts {

    /** Where nobody looks. */
    CallableScripts UNSEEN = name -> Optional.empty();

    /**
     * What is wrong with a function of the scripts folder; empty when nothing is.
     *
     * @param name without {@code scripts:}
     */
    Optional<String> trouble(String name);
}
