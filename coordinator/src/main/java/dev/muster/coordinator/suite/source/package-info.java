/** Trees of JSON and YAML whose nodes know line and column, and the faults that people are told about them. */
@NullMarked
package dev.muster.coordinator.suite.source;

import org.jspecify.annotations.NullMarked;
