/** Runs, cases and results in PostgreSQL; one class for each table contains its SQL. */
@NullMarked
package dev.muster.coordinator.store;

import org.jspecify.annotations.NullMarked;
