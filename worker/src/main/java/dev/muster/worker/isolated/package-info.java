/** Runs an attempt at a case that may have crashed workers in a process of its own. */
@NullMarked
package dev.muster.worker.isolated;

import org.jspecify.annotations.NullMarked;
