/** Runs a project's programs within limits of time and output. */
@NullMarked
package dev.muster.common.command;

import org.jspecify.annotations.NullMarked;
