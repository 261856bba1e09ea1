/** Tests a fleet of real processes under fire: parts are killed, frozen, cut off and restarted during a run. */
@NullMarked
package dev.muster.system.fire;

import org.jspecify.annotations.NullMarked;
