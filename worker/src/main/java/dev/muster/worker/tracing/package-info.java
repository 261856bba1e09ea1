/** Spans of what a worker does, for whoever collects traces. */
@NullMarked
package dev.muster.worker.tracing;

import org.jspecify.annotations.NullMarked;
