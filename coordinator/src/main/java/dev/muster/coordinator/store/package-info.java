/** Runs, cases and results in PostgreSQL; each table has one class that knows its SQL. */
@NullMarked
package dev.muster.coordinator.store;

import org.jspecify.annotations.NullMarked;
