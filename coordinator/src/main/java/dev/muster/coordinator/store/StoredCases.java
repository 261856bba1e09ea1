package dev.muster.coordinator.store;

import module java.base;
import dev.muster.coordinator.run.NumberedCase;

/** Reads the cases of stored runs for a leader. */
public interface StoredCases {

    /** Returns the cases that come before all others, in order. */
    List<NumberedCase> first(String run);

    /** Returns cases from a number on, in order, without those that come first. */
    List<NumberedCase> page(String run, int from, int atMost);

    /** Returns cases from a number on that lack results, in order. */
    List<NumberedCase> rest(String run, int from, int atMost);

    /** Returns those of these cases that lack results, in order. */
    List<NumberedCase> unfinished(String run, Collection<Integer> numbers);
}
