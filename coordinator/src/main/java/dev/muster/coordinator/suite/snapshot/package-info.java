/** Replies recorded beside a suite, for comparison with later replies. */
@NullMarked
package dev.muster.coordinator.suite.snapshot;

import org.jspecify.annotations.NullMarked;
