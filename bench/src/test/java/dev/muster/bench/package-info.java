/** Measures Muster on this machine; a command of a checkout, not in any distribution. */
@NullMarked
package dev.muster.bench;

import org.jspecify.annotations.NullMarked;
