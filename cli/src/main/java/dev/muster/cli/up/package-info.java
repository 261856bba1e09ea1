/** A fleet on one machine: broker, database, coordinator and workers as processes, started and ended together. */
@NullMarked
package dev.muster.cli.up;

import org.jspecify.annotations.NullMarked;
