/** Results as one HTML file that needs nothing else: a page for people, with everything a run has in packed blocks. */
@NullMarked
package dev.muster.coordinator.report.html;

import org.jspecify.annotations.NullMarked;
