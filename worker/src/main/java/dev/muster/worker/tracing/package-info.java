/** Spans of what a worker does. */
@NullMarked
package dev.muster.worker.tracing;

import org.jspecify.annotations.NullMarked;
