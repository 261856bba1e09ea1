/** Writes results to files: selects the form of each file, and writes it completely or not at all. */
@NullMarked
package dev.muster.coordinator.report.file;

import org.jspecify.annotations.NullMarked;
