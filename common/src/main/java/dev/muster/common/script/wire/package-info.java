/** The framed messages between a process and its script host: the only package that both sides share. */
@NullMarked
package dev.muster.common.script.wire;

import org.jspecify.annotations.NullMarked;
