package dev.muster.deploy.conformance;

import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * One thing to type, what everybody says then, and what has to come of it.
 *
 * @param name of the variant or the command line; empty for the example itself
 * @param changed has {@code flags}, {@code edits} and {@code without} of a variant
 * @param words of the command line; none for the usual one
 */
record Trial(Example example, String name, JsonNode changed, JsonNode script, JsonNode result, List<String> words) {

    String title() {
        return example.folder() + " " + example.block() + (name.isEmpty() ? "" : ": " + name);
    }

    /** A part of the sentence that today's Muster refuses it with; empty when it is run. */
    String refused() {
        return get("refused").isString() ? get("refused").stringValue() : "";
    }

    /** What the variant has, else what the example has. */
    JsonNode get(String key) {
        return changed.has(key) ? changed.path(key) : example.entry().path(key);
    }
}
