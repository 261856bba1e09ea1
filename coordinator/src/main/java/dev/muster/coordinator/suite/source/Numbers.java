package dev.muster.coordinator.suite.source;

import module java.base;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Parses JSON numbers: whole numbers exactly, others as doubles. */
final class Numbers {

    private Numbers() {}

    static JsonNode node(String text) {
        var make = JsonNodeFactory.instance;
        if (!whole(text)) {
            return make.numberNode(Double.parseDouble(text));
        }
        if (text.length() > 18) {
            return smallest(new BigInteger(text));
        }
        long value = Long.parseLong(text);
        return value == (int) value ? make.numberNode((int) value) : make.numberNode(value);
    }

    static boolean tooLarge(String text) {
        return !whole(text) && Double.isInfinite(Double.parseDouble(text));
    }

    static boolean whole(String text) {
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '.' || c == 'e' || c == 'E') {
                return false;
            }
        }
        return true;
    }

    private static JsonNode smallest(BigInteger value) {
        var make = JsonNodeFactory.instance;
        return value.bitLength() < Long.SIZE ? make.numberNode(value.longValue()) : make.numberNode(value);
    }
}
