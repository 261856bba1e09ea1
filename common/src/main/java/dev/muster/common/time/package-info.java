/** The project's clocks and waits: injected, and monotonic for measurements. */
@NullMarked
package dev.muster.common.time;

import org.jspecify.annotations.NullMarked;
