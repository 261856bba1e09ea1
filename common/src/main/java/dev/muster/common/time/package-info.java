/** Time as the project uses it: injected, and monotonic where it measures. */
@NullMarked
package dev.muster.common.time;

import org.jspecify.annotations.NullMarked;
