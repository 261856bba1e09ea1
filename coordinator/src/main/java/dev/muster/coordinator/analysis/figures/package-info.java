/** What came of a run, in numbers: by cell, from aggregates over narrow rows. */
@NullMarked
package dev.muster.coordinator.analysis.figures;

import org.jspecify.annotations.NullMarked;
