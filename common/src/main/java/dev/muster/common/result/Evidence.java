package dev.muster.common.result;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The evidence of a failed assertion, as data; each value is cut to a bounded size.
 *
 * @param expected as in the suite, a value or words; null for none
 * @param found the checked value; null when there was none
 * @param at its place, a path or a part of the reply; null for the whole reply
 * @param differences the first differences
 */
public record Evidence(@Nullable JsonNode expected, @Nullable JsonNode found, @Nullable String at,
        List<Difference> differences) {

    public Evidence {
        differences = differences == null ? List.of() : List.copyOf(differences);
    }
}
