/** Console output of runs and comparisons. */
@NullMarked
package dev.muster.coordinator.report.console;

import org.jspecify.annotations.NullMarked;
