/** Trees of JSON and YAML with line and column, and the faults found in them. */
@NullMarked
package dev.muster.coordinator.suite.source;

import org.jspecify.annotations.NullMarked;
