/** Measures Muster on this machine; a command of a checkout, in no distribution. */
@NullMarked
package dev.muster.bench;

import org.jspecify.annotations.NullMarked;
