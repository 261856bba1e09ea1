/** The metrics registry of a process. */
@NullMarked
package dev.muster.cli.metrics;

import org.jspecify.annotations.NullMarked;
