package dev.muster.common.result;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The evidence of a failed assertion, as data; each value is cut to a bounded size.
 *
 * @param expected as in the suite, a value or words; null for none
 * @param at its place, a path or a part of the reply; null for the whole reply
 */
public record Evidence(@Nullable JsonNode expected, @Nullable JsonNode found, @Nullable String at,
        List<Difference> differences) {}
