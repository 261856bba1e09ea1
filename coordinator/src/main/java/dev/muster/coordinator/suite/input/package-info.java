/** Resolves an {@code -i} to files: globs, folders, queries, and the dialect of each file. */
@NullMarked
package dev.muster.coordinator.suite.input;

import org.jspecify.annotations.NullMarked;
