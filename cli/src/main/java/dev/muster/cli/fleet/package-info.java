/** Assembles the parts: a whole fleet in one process, or each of its processes. */
@NullMarked
package dev.muster.cli.fleet;

import org.jspecify.annotations.NullMarked;
