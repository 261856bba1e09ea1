package dev.muster.common.result;

import module java.base;

/** The start of a turn and the end of its answer, by the worker's clock, in milliseconds since 1970. */
public record TurnTimes(long startMs, long endMs) {}
