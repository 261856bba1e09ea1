package dev.muster.common.result;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A place where what was found is not what was expected.
 *
 * @param at a path into what was looked at
 * @param expected null when nothing was to be there
 * @param found null when nothing was there
 */
public record Difference(String at, @Nullable JsonNode expected, @Nullable JsonNode found) {}
