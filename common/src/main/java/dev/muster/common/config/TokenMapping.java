package dev.muster.common.config;

import module java.base;
import org.jspecify.annotations.Nullable;

/** Paths of token counts; the last count of a stream is the total. */
public record TokenMapping(@Nullable String input, @Nullable String output, @Nullable String cached) {}
