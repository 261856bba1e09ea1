/** Tests on PostgreSQL what the store must not write. */
@NullMarked
package dev.muster.coordinator.store;

import org.jspecify.annotations.NullMarked;
