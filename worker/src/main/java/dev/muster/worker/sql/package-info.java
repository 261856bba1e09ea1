/** Databases that show what an agent did: queried read-only and within limits. */
@NullMarked
package dev.muster.worker.sql;

import org.jspecify.annotations.NullMarked;
