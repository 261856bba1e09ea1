package dev.muster.coordinator.run;

import dev.muster.common.model.TestCase;
import org.jspecify.annotations.Nullable;

/**
 * A case of a run.
 *
 * @param number its place in the run, from 0
 * @param testCase of one that can't be used only what it is called
 * @param places where it is still to be run
 * @param trouble why it can't be used; null for one that can
 */
public record NumberedCase(int number, TestCase testCase, OpenPlaces places, @Nullable String trouble) {

    /** One that can be used. */
    public NumberedCase(int number, TestCase testCase, OpenPlaces places) {
        this(number, testCase, places, null);
    }
}
