/** The messages between a process and its script host: all that both sides share, except the frames they travel in. */
@NullMarked
package dev.muster.common.script.wire;

import org.jspecify.annotations.NullMarked;
