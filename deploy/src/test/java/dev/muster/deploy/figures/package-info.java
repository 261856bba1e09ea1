/** Figures and comparisons of runs in a database. */
@NullMarked
package dev.muster.deploy.figures;

import org.jspecify.annotations.NullMarked;
