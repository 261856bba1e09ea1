package dev.muster.coordinator.suite.source;

import module java.base;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Parses JSON numbers, exactly; 2.50 is written as 2.5, and 1e3 as 1000.0. */
public final class JsonNumbers {

    public static JsonNode node(String text) {
        var make = JsonNodeFactory.instance;
        if (!whole(text)) {
            var exact = new BigDecimal(text);
            var near = Double.isFinite(exact.doubleValue()) ? new BigDecimal(String.valueOf(exact.doubleValue()))
                    : exact;
            return make.numberNode(near.compareTo(exact) == 0 ? near : exact);
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
        return text.chars().noneMatch(c -> c == '.' || c == 'e' || c == 'E');
    }

    private static JsonNode smallest(BigInteger value) {
        var make = JsonNodeFactory.instance;
        return value.bitLength() < Long.SIZE ? make.numberNode(value.longValue()) : make.numberNode(value);
    }
}
