/** The leading coordinator at work: who is in the fleet, which worker gets which case, what each report means. */
@NullMarked
package dev.muster.coordinator.server.scheduler;

import org.jspecify.annotations.NullMarked;
