/** Figures and comparisons of runs that are in a database. */
@NullMarked
package dev.muster.deploy.figures;

import org.jspecify.annotations.NullMarked;
