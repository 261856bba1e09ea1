/** Replies recorded beside a suite, that later replies are compared with. */
@NullMarked
package dev.muster.coordinator.suite.snapshot;

import org.jspecify.annotations.NullMarked;
