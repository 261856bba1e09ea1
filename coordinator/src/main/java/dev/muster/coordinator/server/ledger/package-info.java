/** The state of each case of a run: pending, assigned or finished. Pure state, driven by one thread. */
@NullMarked
package dev.muster.coordinator.server.ledger;

import org.jspecify.annotations.NullMarked;
