/** Assertions evaluated again over what was stored: whether a verdict still stands. */
@NullMarked
package dev.muster.coordinator.analysis.replay;

import org.jspecify.annotations.NullMarked;
