/** Agents as they are called: where they are, with the environment put in, and what those who help are told. */
@NullMarked
package dev.muster.common.target;

import org.jspecify.annotations.NullMarked;
