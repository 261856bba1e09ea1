/** Results, runs and comparisons as JSON, for other programs. */
@NullMarked
package dev.muster.coordinator.report.json;

import org.jspecify.annotations.NullMarked;
