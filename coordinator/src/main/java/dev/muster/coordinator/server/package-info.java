/** The server: takes runs in, schedules their cases, keeps what comes back, and answers over HTTP. */
@NullMarked
package dev.muster.coordinator.server;

import org.jspecify.annotations.NullMarked;
