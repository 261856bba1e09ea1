/** The server: accepts runs, schedules their cases, stores the results, and answers over HTTP. */
@NullMarked
package dev.muster.coordinator.server;

import org.jspecify.annotations.NullMarked;
