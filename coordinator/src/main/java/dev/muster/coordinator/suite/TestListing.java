package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.Conversation.ScriptTest;

/** The result of looking for tests. */
public sealed interface TestListing {

    /**
     * At least one, in the order of the file's exports.
     *
     * @param overlooked what looks like a test or a check, and is none
     */
    record Found(List<ScriptTest> tests, List<Overlooked> overlooked) implements TestListing {

        public Found(List<ScriptTest> tests) {
            this(tests, List.of());
        }
    }

    /** Something in the file that has no effect. */
    record Overlooked(int line, String sentence) {}

    /** No tests; the sentence says why. */
    record Wrong(String sentence) implements TestListing {}
}
