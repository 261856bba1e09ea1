/** Where each case of a run stands: pending, assigned or finished. Pure state; one thread drives it. */
@NullMarked
package dev.muster.coordinator.server.ledger;

import org.jspecify.annotations.NullMarked;
