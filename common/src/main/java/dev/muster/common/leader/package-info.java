/** How to reach the coordinators of a fleet, and find their leader. */
@NullMarked
package dev.muster.common.leader;

import org.jspecify.annotations.NullMarked;
