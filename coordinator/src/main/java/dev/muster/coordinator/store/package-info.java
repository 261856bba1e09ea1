/**
 * Runs, cases and results in PostgreSQL. All that writes tables is here, most of it in the class of the table;
 * {@code analysis} reads them with queries of its own.
 */
@NullMarked
package dev.muster.coordinator.store;

import org.jspecify.annotations.NullMarked;
