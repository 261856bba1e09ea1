package dev.muster.common.result;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a failed assertion rests on, as data; each value is cut to a bounded size.
 *
 * @param expected as the suite has it, a value or words; null when there is nothing to say
 * @param found what was looked at; null when there was nothing
 * @param at where it was found, a path or a part of the reply; null for the whole reply
 * @param differences the first of them
 */
public record Evidence(@Nullable JsonNode expected, @Nullable JsonNode found, @Nullable String at,
        List<Difference> differences) {

    public Evidence {
        differences = differences == null ? List.of() : List.copyOf(differences);
    }
}
