package dev.muster.coordinator.suite;

import module java.base;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.suite.source.Node;
import dev.muster.coordinator.suite.source.NodeStream;
import org.jspecify.annotations.Nullable;

/** Reads the cases of one file in one dialect. */
interface DialectReader {

    /** Reads one value as a case; null when it has faults, which are then flushed. */
    @Nullable
    TestCase read(Node node);

    /** Reads all values of a file. */
    default void readAll(NodeStream values, Consumer<TestCase> to) throws IOException {
        for (var node = values.next(); node != null; node = values.next()) {
            var testCase = read(node);
            if (testCase != null) {
                to.accept(testCase);
            }
        }
    }
}
