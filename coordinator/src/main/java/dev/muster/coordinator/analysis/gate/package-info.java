/** Whether what came of a run is good enough, and if not, why. */
@NullMarked
package dev.muster.coordinator.analysis.gate;

import org.jspecify.annotations.NullMarked;
