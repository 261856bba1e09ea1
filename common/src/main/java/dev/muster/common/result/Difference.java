package dev.muster.common.result;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A place where the found value differs from the expected one.
 *
 * @param at a path in the checked value
 * @param expected null when nothing was expected
 * @param found null when nothing was found
 */
public record Difference(String at, @Nullable JsonNode expected, @Nullable JsonNode found) {}
