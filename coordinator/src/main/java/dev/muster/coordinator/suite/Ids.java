package dev.muster.coordinator.suite;

import dev.muster.coordinator.suite.source.Fields;
import org.jspecify.annotations.Nullable;

/** What the cases of a file, or of a generator, are called. */
interface Ids {

    /** Null, with a fault, when there is no id to be had. */
    @Nullable
    String id(Fields fields);

    /** Whether the first case has no id. */
    default boolean isNameless() {
        return false;
    }

    /** There is a second case: whether the first one is told that it needs an id. */
    default boolean refuseNameless() {
        return false;
    }
}
