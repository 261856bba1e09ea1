/** Code that worker and coordinator share and that depends on neither. */
@NullMarked
package dev.muster.common;

import org.jspecify.annotations.NullMarked;
