package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.coordinator.suite.source.Fields;
import org.jspecify.annotations.Nullable;

/** Assigns the ids of the cases of a file or a generator. */
interface CaseIds {

    /** Returns the id of a case; null, with a fault, when there is none. */
    @Nullable
    String id(Fields fields);

    /** Whether the first case has no id. */
    default boolean isNameless() {
        return false;
    }

    /** Called when there is a second case: returns whether the first one gets a fault for its missing id. */
    default boolean refuseNameless() {
        return false;
    }
}
