/** Spans of cases, turns, calls and tool calls, for trace collectors. */
@NullMarked
package dev.muster.worker.tracing;

import org.jspecify.annotations.NullMarked;
