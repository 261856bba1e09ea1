/** How sure one can be of what a run shows: intervals, tests and sizes, without input or output. */
@NullMarked
package dev.muster.coordinator.analysis.statistics;

import org.jspecify.annotations.NullMarked;
