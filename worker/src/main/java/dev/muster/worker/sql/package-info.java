/** Databases that show what an agent has done: asked to read, within limits, and never left changed. */
@NullMarked
package dev.muster.worker.sql;

import org.jspecify.annotations.NullMarked;
