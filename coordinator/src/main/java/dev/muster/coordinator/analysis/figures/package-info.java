/** The figures of a run, by cell, aggregated from narrow rows. */
@NullMarked
package dev.muster.coordinator.analysis.figures;

import org.jspecify.annotations.NullMarked;
