package dev.muster.coordinator.server.scheduler;

import dev.muster.coordinator.run.NumberedCase;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** Reads cases of stored runs, and tells on the lead's thread. */
interface CasePages {

    /** Cases of a run that come before all others, the first one first. */
    default void first(String run, Consumer<List<NumberedCase>> read, Runnable failed) {
        read.accept(List.of());
    }

    /**
     * Cases of a run from a number on, in their order; none when there are no more.
     *
     * @param unfinished leaves out what has a result, and else what comes first is left out
     */
    void from(String run, int number, boolean unfinished, Consumer<List<NumberedCase>> read, Runnable failed);

    /** Those of these cases that have no result. */
    void unfinished(String run, Collection<Integer> numbers, Consumer<List<NumberedCase>> read, Runnable failed);
}
