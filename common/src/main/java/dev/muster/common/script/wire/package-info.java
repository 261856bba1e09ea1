/**
 * The framed messages between a process and its script host: all that both sides share, apart from {@link
 * dev.muster.common.process.Frames}.
 */
@NullMarked
package dev.muster.common.script.wire;

import org.jspecify.annotations.NullMarked;
