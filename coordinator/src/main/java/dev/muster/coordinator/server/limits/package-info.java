/** Whose turn it is, and how fast agents may be called over the whole fleet: pure state, driven by the lead. */
@NullMarked
package dev.muster.coordinator.server.limits;

import org.jspecify.annotations.NullMarked;
