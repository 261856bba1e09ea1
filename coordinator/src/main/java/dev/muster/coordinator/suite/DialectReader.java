package dev.muster.coordinator.suite;

import dev.muster.common.model.TestCase;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.NodeStream;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the cases of one file in one dialect. */
interface DialectReader {

    /** The case that a value is; null when it has faults, and these are flushed. */
    @Nullable
    TestCase read(Node node);

    /** Reads a file's values to their end. */
    default void readAll(NodeStream values, Consumer<TestCase> to) throws IOException {
        for (var node = values.next(); node != null; node = values.next()) {
            var testCase = read(node);
            if (testCase != null) {
                to.accept(testCase);
            }
        }
    }
}
