/** Starts, watches, signals and ends child processes. */
@NullMarked
package dev.muster.common.process;

import org.jspecify.annotations.NullMarked;
