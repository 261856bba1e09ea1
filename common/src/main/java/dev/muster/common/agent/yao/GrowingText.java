package dev.muster.common.agent.yao;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.POJONode;

/** A string of a tree that pieces are added to, so that a long text of many pieces is not copied for each of them. */
final class GrowingText {

    private GrowingText() {}

    static boolean isText(JsonNode node) {
        return node.isString() || node.isPojo();
    }

    /** The text, longer by a piece; the given node is of no more use. */
    static JsonNode longer(JsonNode text, String piece) {
        if (text instanceof POJONode growing) {
            var _ = builder(growing).append(piece);
            return growing;
        }
        StringBuilder growing = new StringBuilder(text.stringValue());
        var _ = growing.append(piece);
        return JsonNodeFactory.instance.pojoNode(growing);
    }

    /** 0 for what is no text. */
    static int length(JsonNode text) {
        return text instanceof POJONode growing ? builder(growing).length() : text.stringValue("").length();
    }

    /** From a place on; "" for what is no text. */
    static String from(JsonNode text, int start) {
        return text instanceof POJONode growing ? builder(growing).substring(start)
                : text.stringValue("").substring(start);
    }

    /** The same tree with plain strings; it grows no more. */
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
