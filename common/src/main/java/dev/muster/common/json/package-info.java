/** Converts records to JSON and back. */
@NullMarked
package dev.muster.common.json;

import org.jspecify.annotations.NullMarked;
