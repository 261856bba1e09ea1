/** Runs the examples of the documents that Muster follows, as a user would run them. */
@NullMarked
package dev.muster.system.conformance;

import org.jspecify.annotations.NullMarked;
