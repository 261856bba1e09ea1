package dev.muster.coordinator.run;

import dev.muster.common.model.TestCase;
import org.jspecify.annotations.Nullable;

/**
 * A case of a run.
 *
 * @param number its place in the run, from 0
 * @param testCase for a case that can't be used, only its identity
 * @param trouble why it can't be used; null if it can
 */
public record NumberedCase(int number, TestCase testCase, OpenPlaces places, @Nullable String trouble) {

    /** Creates a case that can be used. */
    public NumberedCase(int number, TestCase testCase, OpenPlaces places) {
        this(number, testCase, places, null);
    }
}
