/** The output of a run: the console, the result files, the summary, the exit code. */
@NullMarked
package dev.muster.coordinator.report;

import org.jspecify.annotations.NullMarked;
