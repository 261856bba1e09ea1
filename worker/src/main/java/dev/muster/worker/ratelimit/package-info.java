/** How fast this worker may call each agent: its share of the fleet's rate, and what it reports of the calls. */
@NullMarked
package dev.muster.worker.ratelimit;

import org.jspecify.annotations.NullMarked;
