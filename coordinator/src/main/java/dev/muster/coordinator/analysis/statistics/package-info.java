/** The precision of a run's figures: intervals, tests and sample sizes, without input or output. */
@NullMarked
package dev.muster.coordinator.analysis.statistics;

import org.jspecify.annotations.NullMarked;
