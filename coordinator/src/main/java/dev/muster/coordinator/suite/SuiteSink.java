package dev.muster.coordinator.suite;

import dev.muster.common.model.TestCase;
import dev.muster.coordinator.suite.source.Fault;

/**
 * Takes what a reader finds, in the order of the inputs and of each file. A suite is only sound once the reader has
 * come to its end without a fault: spool the cases until then.
 */
public interface SuiteSink {

    /** A sound case. */
    void accept(TestCase testCase);

    void fault(Fault fault);

    /** Something that is read all the same. */
    default void warning(Fault warning) {}
}
