/** Comparison of runs, or of cells of one run: pairs the same cases, and tests whether a difference is chance. */
@NullMarked
package dev.muster.coordinator.analysis.comparison;

import org.jspecify.annotations.NullMarked;
