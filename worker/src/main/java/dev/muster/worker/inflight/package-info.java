/** What a worker holds, and whether its lease was unbroken while it held it: pure state, driven from outside. */
@NullMarked
package dev.muster.worker.inflight;

import org.jspecify.annotations.NullMarked;
