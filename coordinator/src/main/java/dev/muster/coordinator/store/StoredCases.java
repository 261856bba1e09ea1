package dev.muster.coordinator.store;

import dev.muster.coordinator.run.NumberedCase;
import java.util.Collection;
import java.util.List;

/** The cases of stored runs, as a lead asks for them. */
public interface StoredCases {

    /** Cases that come before all others, the first one first. */
    List<NumberedCase> first(String run);

    /** Cases from a number on, in order, but for those that come first. */
    List<NumberedCase> page(String run, int from, int atMost);

    /** Cases from a number on of which results are missing, in order. */
    List<NumberedCase> rest(String run, int from, int atMost);

    /** Those of these cases of which results are missing, in order. */
    List<NumberedCase> unfinished(String run, Collection<Integer> numbers);
}
