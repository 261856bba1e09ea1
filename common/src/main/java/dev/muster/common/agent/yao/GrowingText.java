package dev.muster.common.agent.yao;

import module java.base;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.POJONode;

/** A growing string in a JSON tree: a long text of many pieces is not copied for each of them. */
final class GrowingText {

    private GrowingText() {}

    static boolean isText(JsonNode node) {
        return node.isString() || node.isPojo();
    }

    /** Returns the text with the piece appended; the given node must not be used any more. */
    static JsonNode longer(JsonNode text, String piece) {
        if (text instanceof POJONode growing) {
            var _ = builder(growing).append(piece);
            return growing;
        }
        StringBuilder growing = new StringBuilder(text.stringValue());
        var _ = growing.append(piece);
        return JsonNodeFactory.instance.pojoNode(growing);
    }

    /** Returns 0 for anything but text. */
    static int length(JsonNode text) {
        return text instanceof POJONode growing ? builder(growing).length() : text.stringValue("").length();
    }

    /** Returns the text from an index on; "" for anything but text. */
    static String from(JsonNode text, int start) {
        return text instanceof POJONode growing ? builder(growing).substring(start)
                : text.stringValue("").substring(start);
    }

    /** Returns the tree with plain strings, which no longer grow. */
    static JsonNode settled(JsonNode node) {
        switch (node) {
            case POJONode growing -> {
                return JsonNodeFactory.instance.stringNode(builder(growing).toString());
            }
            case ObjectNode object ->
                object.properties().forEach(member -> member.setValue(settled(member.getValue())));
            case ArrayNode array -> {
                for (int i = 0; i < array.size(); i++) {
                    var _ = array.set(i, settled(array.get(i)));
                }
            }
            default -> {
            }
        }
        return node;
    }

    private static StringBuilder builder(POJONode growing) {
        return (StringBuilder) growing.getPojo();
    }
}
