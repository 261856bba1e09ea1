package dev.muster.system.conformance;

import module java.base;
import tools.jackson.databind.JsonNode;

/**
 * One command line to run, with the script for its agents and the expected outcome.
 *
 * @param name the variant or the command line; empty for the example itself
 * @param changed has {@code flags}, {@code edits} and {@code without} of a variant
 * @param words the command line; empty for the usual one
 */
record Trial(Example example, String name, JsonNode changed, JsonNode script, JsonNode result, List<String> words) {

    String title() {
        return example.folder() + " " + example.block() + (name.isEmpty() ? "" : ": " + name);
    }

    /** Returns a part of the sentence with which Muster refuses it today; empty when it runs. */
    String refused() {
        return get("refused").isString() ? get("refused").stringValue() : "";
    }

    /** Returns the variant's value, else the example's. */
    JsonNode get(String key) {
        return changed.has(key) ? changed.path(key) : example.entry().path(key);
    }
}
