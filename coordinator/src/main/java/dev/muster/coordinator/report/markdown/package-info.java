/** Results as Markdown for people, and as annotations on the lines of the cases. */
@NullMarked
package dev.muster.coordinator.report.markdown;

import org.jspecify.annotations.NullMarked;
