/** Secrets of a process: how they are given to it. */
@NullMarked
package dev.muster.common.secret;

import org.jspecify.annotations.NullMarked;
