package dev.muster.common.model;

/**
 * Where a case was written.
 *
 * @param file path from the project root, with {@code /}; or the generator's reference; or {@code message}
 * @param line 1-based; 0 when there is no line
 */
public record Source(String file, int line) {}
