/** Finds and reads the project's configuration, reports all its faults at once, and selects the target of each case. */
@NullMarked
package dev.muster.coordinator.suite.project;

import org.jspecify.annotations.NullMarked;
