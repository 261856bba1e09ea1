/** A run as it is asked for, followed and told: the port between a client and the fleet that runs its cases. */
@NullMarked
package dev.muster.coordinator.run;

import org.jspecify.annotations.NullMarked;
