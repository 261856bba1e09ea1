/** Readers that turn files, folders and messages into resolved cases, and the writer for the way back. */
@NullMarked
package dev.muster.coordinator.suite;

import org.jspecify.annotations.NullMarked;
