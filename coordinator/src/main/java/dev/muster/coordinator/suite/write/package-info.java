/** Writes resolved cases back as a readable suite. */
@NullMarked
package dev.muster.coordinator.suite.write;

import org.jspecify.annotations.NullMarked;
