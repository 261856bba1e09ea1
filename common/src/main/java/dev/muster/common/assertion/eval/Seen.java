package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.result.Difference;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The value that a check looked at, as data for results.
 *
 * @param found cut to a bounded size; null when there was nothing
 * @param at its place; null for the whole reply
 * @param differences the first differences
 */
record Seen(@Nullable JsonNode found, @Nullable String at, List<Difference> differences) {

    static final Seen NOTHING = new Seen(null, null, List.of());

    static Seen of(JsonNode found) {
        return new Seen(Excerpt.data(found), null, List.of());
    }

    static Seen of(String text) {
        return new Seen(Excerpt.data(text), null, List.of());
    }

    Seen at(String place) {
        return new Seen(found, place, differences);
    }

    Seen differing(Differences places) {
        return new Seen(found, at, places.kept);
    }
}
