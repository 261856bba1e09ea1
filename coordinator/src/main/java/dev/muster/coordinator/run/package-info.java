/** A run as requested, followed and reported: the contract between a client and the fleet that runs its cases. */
@NullMarked
package dev.muster.coordinator.run;

import org.jspecify.annotations.NullMarked;
