/** Agents that are a program on the same machine, or a function of a script. */
@NullMarked
package dev.muster.common.agent.program;

import org.jspecify.annotations.NullMarked;
