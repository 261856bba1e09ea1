/** Runs, and cells of one run, side by side: the same cases in pairs, and whether what differs is chance. */
@NullMarked
package dev.muster.coordinator.analysis.comparison;

import org.jspecify.annotations.NullMarked;
