/** What a process says to its script host and back, framed: the one thing that both halves know. */
@NullMarked
package dev.muster.common.script.wire;

import org.jspecify.annotations.NullMarked;
