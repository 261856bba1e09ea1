/** Results as one self-contained HTML page, with everything about a run in packed blocks. */
@NullMarked
package dev.muster.coordinator.report.html;

import org.jspecify.annotations.NullMarked;
