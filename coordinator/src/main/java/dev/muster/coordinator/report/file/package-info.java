/** Results put where a person wants them: which form a file has, and that it is there whole or not at all. */
@NullMarked
package dev.muster.coordinator.report.file;

import org.jspecify.annotations.NullMarked;
