/** A worker's metrics and status pages. */
@NullMarked
package dev.muster.worker.metrics;

import org.jspecify.annotations.NullMarked;
