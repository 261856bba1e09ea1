/** Figures and comparisons of runs in a database. */
@NullMarked
package dev.muster.system.figures;

import org.jspecify.annotations.NullMarked;
