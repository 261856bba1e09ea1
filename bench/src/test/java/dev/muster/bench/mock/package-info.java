/** A mock agent over HTTP that costs little: system tests and benchmarks call it. */
@NullMarked
package dev.muster.bench.mock;

import org.jspecify.annotations.NullMarked;
