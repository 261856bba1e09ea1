package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.coordinator.run.NumberedCase;

/** Reads cases of stored runs, and passes them to the scheduler's thread. */
interface CasePages {

    /** Reads the cases of a run that come before all others, in order. */
    default void first(String run, Consumer<List<NumberedCase>> read, Runnable failed) {
        read.accept(List.of());
    }

    /**
     * Reads the cases of a run from a number on, in order; none when there are no more.
     *
     * @param unfinished leaves out cases that have a result; otherwise leaves out the cases that come first
     */
    void from(String run, int number, boolean unfinished, Consumer<List<NumberedCase>> read, Runnable failed);

    /** Reads those of these cases that have no result. */
    void unfinished(String run, Collection<Integer> numbers, Consumer<List<NumberedCase>> read, Runnable failed);
}
