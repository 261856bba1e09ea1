/** One call to an agent: its limits, its secrets, and whether its reply waits for input. */
@NullMarked
package dev.muster.worker.call;

import org.jspecify.annotations.NullMarked;
