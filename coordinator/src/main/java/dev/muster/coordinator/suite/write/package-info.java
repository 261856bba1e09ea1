/** Writes resolved cases back as a suite that a person can read. */
@NullMarked
package dev.muster.coordinator.suite.write;

import org.jspecify.annotations.NullMarked;
