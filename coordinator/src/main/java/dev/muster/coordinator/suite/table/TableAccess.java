package dev.muster.coordinator.suite.table;

import module java.base;
import dev.muster.coordinator.suite.source.Fault;
import dev.muster.coordinator.suite.source.Node.Scalar;
import org.jspecify.annotations.Nullable;

/**
 * Access to the files of the project and to what a suite costs.
 *
 * @param open opens a file that a suite names; null, with a fault, when it can't be read
 * @param grown receives the characters of each case of a row
 * @param to receives faults of tables
 */
public record TableAccess(Function<Scalar, @Nullable OpenFile> open, IntConsumer grown, Consumer<Fault> to) {}
