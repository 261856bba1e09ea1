/** Readers that turn what a person wrote (files, folders, messages) into resolved cases, and the writer back. */
@NullMarked
package dev.muster.coordinator.suite;

import org.jspecify.annotations.NullMarked;
