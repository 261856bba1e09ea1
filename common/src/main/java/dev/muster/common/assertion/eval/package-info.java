/** Assertions compiled once per case and evaluated over a reply: pure, bounded, without I/O. */
@NullMarked
package dev.muster.common.assertion.eval;

import org.jspecify.annotations.NullMarked;
