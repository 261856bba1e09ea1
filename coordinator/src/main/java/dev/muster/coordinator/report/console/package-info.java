/** What a terminal shows of a run and of a comparison. */
@NullMarked
package dev.muster.coordinator.report.console;

import org.jspecify.annotations.NullMarked;
