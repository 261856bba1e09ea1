/** The coordinator over HTTP: what a client can do with a fleet, and whether the coordinator is healthy. */
@NullMarked
package dev.muster.coordinator.server.http;

import org.jspecify.annotations.NullMarked;
