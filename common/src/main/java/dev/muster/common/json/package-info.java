/** How records become JSON and back. */
@NullMarked
package dev.muster.common.json;

import org.jspecify.annotations.NullMarked;
