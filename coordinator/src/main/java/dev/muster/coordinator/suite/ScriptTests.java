package dev.muster.coordinator.suite;

import dev.muster.common.model.Conversation.ScriptTest;
import java.nio.file.Path;
import java.util.List;

/** Finds the tests of a script that {@code -i} names. */
@FunctionalInterface
public interface ScriptTests {

    /** Where no script can be loaded. */
    ScriptTests NONE = file -> new Listed.Wrong("script tests are not read here");

    Listed in(Path file);

    /** What was found. */
    sealed interface Listed {

        /** At least one, in the order of the file's exports. */
        record Found(List<ScriptTest> tests) implements Listed {
            public Found {
                tests = List.copyOf(tests);
            }
        }

        /** None; the sentence says why. */
        record Wrong(String sentence) implements Listed {}
    }
}
