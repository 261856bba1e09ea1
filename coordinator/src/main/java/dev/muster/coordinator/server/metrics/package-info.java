/** Metrics and status pages of a coordinator. */
@NullMarked
package dev.muster.coordinator.server.metrics;

import org.jspecify.annotations.NullMarked;
