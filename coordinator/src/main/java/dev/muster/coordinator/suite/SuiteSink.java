package dev.muster.coordinator.suite;

import dev.muster.common.model.TestCase;
import dev.muster.coordinator.suite.source.Fault;

/**
 * Receives cases and warnings in the order of the inputs and of each file. A suite is valid only when the reader has
 * reached its end without a fault: spool the cases until then.
 */
public interface SuiteSink {

    void accept(TestCase testCase);

    void fault(Fault fault);

    /** Receives a warning, which does not stop the suite. */
    default void warning(Fault warning) {}
}
