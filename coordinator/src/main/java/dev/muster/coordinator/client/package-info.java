/** The client's side of a run: reads and validates the suite, submits it, follows the results, writes the files. */
@NullMarked
package dev.muster.coordinator.client;

import org.jspecify.annotations.NullMarked;
