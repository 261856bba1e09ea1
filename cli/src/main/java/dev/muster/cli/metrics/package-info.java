/** The metrics registry of a process, and its traces. */
@NullMarked
package dev.muster.cli.metrics;

import org.jspecify.annotations.NullMarked;
