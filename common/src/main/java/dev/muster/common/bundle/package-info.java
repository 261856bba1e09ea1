/** The files that cases need, and how a worker finds them. */
@NullMarked
package dev.muster.common.bundle;

import org.jspecify.annotations.NullMarked;
