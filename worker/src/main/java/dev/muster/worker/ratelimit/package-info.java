/** How fast this worker calls each agent: its share of what the fleet may do, and what it tells of how that went. */
@NullMarked
package dev.muster.worker.ratelimit;

import org.jspecify.annotations.NullMarked;
