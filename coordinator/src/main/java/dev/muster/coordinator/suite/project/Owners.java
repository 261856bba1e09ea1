package dev.muster.coordinator.suite.project;

import module java.base;
import dev.muster.common.secret.FileOwner;

/** Tells the owner of a file. */
@FunctionalInterface
public interface Owners {

    /** Reads the owner from the file system; where that knows none, no user is a stranger. */
    Owners SYSTEM = FileOwner::stranger;

    /** Returns the owner of a file or a link, if it is neither this process's user nor root. */
    Optional<String> stranger(Path file) throws IOException;
}
