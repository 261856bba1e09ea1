/** The project's configuration: found, read with all its faults at once, and asked for the target of a case. */
@NullMarked
package dev.muster.coordinator.suite.project;

import org.jspecify.annotations.NullMarked;
