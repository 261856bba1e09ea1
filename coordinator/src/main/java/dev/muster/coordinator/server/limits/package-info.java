/** Fair shares, and how fast agents may be called over the whole fleet: pure state, driven by the scheduler. */
@NullMarked
package dev.muster.coordinator.server.limits;

import org.jspecify.annotations.NullMarked;
