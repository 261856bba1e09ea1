/** Secrets of a process: how they are given to it, and folders that keep others out. */
@NullMarked
package dev.muster.common.secret;

import org.jspecify.annotations.NullMarked;
