/** Checks whether a run is good enough, and if not, says why. */
@NullMarked
package dev.muster.coordinator.analysis.gate;

import org.jspecify.annotations.NullMarked;
