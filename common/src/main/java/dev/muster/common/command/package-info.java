/** Programs that a project brings, run within bounds of time and output. */
@NullMarked
package dev.muster.common.command;

import org.jspecify.annotations.NullMarked;
