/** What the store keeps from being written, tried on PostgreSQL. */
@NullMarked
package dev.muster.coordinator.store;

import org.jspecify.annotations.NullMarked;
