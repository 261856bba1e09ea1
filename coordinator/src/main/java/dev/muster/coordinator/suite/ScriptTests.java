package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.Conversation.ScriptTest;

/** Finds the tests of a script given with {@code -i}. */
@FunctionalInterface
public interface ScriptTests {

    /** Finds nothing, where scripts cannot be loaded. */
    ScriptTests NONE = file -> new Listed.Wrong("script tests are not read here");

    Listed in(Path file);

    /** The result of looking for tests. */
    sealed interface Listed {

        /** At least one, in the order of the file's exports. */
        record Found(List<ScriptTest> tests) implements Listed {}

        /** No tests; the sentence says why. */
        record Wrong(String sentence) implements Listed {}
    }
}
