/**
 * The scheduler and the worker's logic in a simulated world: seeded, single-threaded, with deaths, freezes and lost
 * messages.
 */
@NullMarked
package dev.muster.coordinator.server.scheduler;

import org.jspecify.annotations.NullMarked;
