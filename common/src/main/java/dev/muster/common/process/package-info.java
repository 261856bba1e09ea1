/**
 * Child processes: programs of a project and processes of this distribution, bounded in time and output, and killed
 * with all they start.
 */
@NullMarked
package dev.muster.common.process;

import org.jspecify.annotations.NullMarked;
