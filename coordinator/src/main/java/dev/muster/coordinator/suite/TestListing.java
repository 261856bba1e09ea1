package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.Conversation.ScriptTest;

/** The result of looking for tests. */
public sealed interface TestListing {

    /** At least one, in the order of the file's exports. */
    record Found(List<ScriptTest> tests) implements TestListing {}

    /** No tests; the sentence says why. */
    record Wrong(String sentence) implements TestListing {}
}
