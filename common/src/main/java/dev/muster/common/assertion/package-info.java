/** The checks on a reply: written as {@link Assertion}, compiled once per case, evaluated without I/O. */
@NullMarked
package dev.muster.common.assertion;

import org.jspecify.annotations.NullMarked;
