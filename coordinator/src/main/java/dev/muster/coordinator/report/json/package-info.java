/** Results, runs and comparisons as JSON: what other programs read. */
@NullMarked
package dev.muster.coordinator.report.json;

import org.jspecify.annotations.NullMarked;
