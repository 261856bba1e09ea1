/** A mock agent over HTTP that costs little: system tests and benchmarks call it. */
@NullMarked
package dev.muster.mock;

import org.jspecify.annotations.NullMarked;
