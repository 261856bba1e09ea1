/** What a coordinator tells whoever watches over it. */
@NullMarked
package dev.muster.coordinator.server.metrics;

import org.jspecify.annotations.NullMarked;
