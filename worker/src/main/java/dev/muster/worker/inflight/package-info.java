/** A worker's orders in flight, and whether its lease stayed unbroken meanwhile: pure state, driven from outside. */
@NullMarked
package dev.muster.worker.inflight;

import org.jspecify.annotations.NullMarked;
