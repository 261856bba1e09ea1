/** Where the coordinators of a fleet are reached, and who of them leads. */
@NullMarked
package dev.muster.common.leader;

import org.jspecify.annotations.NullMarked;
