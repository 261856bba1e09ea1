/** Results as Markdown for people, and as annotations of the lines that cases are written on. */
@NullMarked
package dev.muster.coordinator.report.markdown;

import org.jspecify.annotations.NullMarked;
