/** Evaluates assertions again over stored results: whether a verdict still holds. */
@NullMarked
package dev.muster.coordinator.analysis.replay;

import org.jspecify.annotations.NullMarked;
