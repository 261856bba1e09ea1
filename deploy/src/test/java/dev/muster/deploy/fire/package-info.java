/** A fleet of real processes under fire: its parts are killed, frozen, cut off and started again in the midst of a run. */
@NullMarked
package dev.muster.deploy.fire;

import org.jspecify.annotations.NullMarked;
