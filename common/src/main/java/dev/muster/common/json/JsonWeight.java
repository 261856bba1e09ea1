package dev.muster.common.json;

import tools.jackson.databind.JsonNode;

/** How many characters a document has, about. */
public final class JsonWeight {

    /** What a value weighs, beside the characters of a text. */
    public static final int VALUE = 8;

    private JsonWeight() {}

    public static long of(JsonNode node) {
        long weight = node.isString() ? node.stringValue().length() : VALUE;
        for (var value : node) {
            weight += of(value);
        }
        return weight;
    }
}
