/** Agents that make cases or report results, called with this process's environment. */
@NullMarked
package dev.muster.coordinator.helper;

import org.jspecify.annotations.NullMarked;
