/** Agents that generate cases or report results, called with this process's environment. */
@NullMarked
package dev.muster.coordinator.server.helper;

import org.jspecify.annotations.NullMarked;
