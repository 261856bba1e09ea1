/** An attempt at a case that may have taken workers along, in a process of its own. */
@NullMarked
package dev.muster.worker.isolated;

import org.jspecify.annotations.NullMarked;
