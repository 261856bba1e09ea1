/** Threads that must not die, and the watchdog that notices when one of them stalls. */
@NullMarked
package dev.muster.common.loop;

import org.jspecify.annotations.NullMarked;
