package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.assertion.OracleKind;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The configuration of an oracle: each setting of the right kind, or a fault. */
record OracleSettings(OracleKind kind, JsonNode config) {

    /** Checks the settings; an unknown one is a fault. */
    static OracleSettings of(OracleKind kind, JsonNode config) throws AssertionFault {
        for (var name : config.propertyNames()) {
            if (!kind.settings().containsKey(name)) {
                throw new AssertionFault("the oracle " + kind.wire() + " has no setting '" + name + "'; it has "
                        + String.join(", ", kind.settings().keySet().stream().sorted().toList()));
            }
        }
        return new OracleSettings(kind, config);
    }

    boolean flag(String name, boolean otherwise) throws AssertionFault {
        var value = value(name, JsonNode::isBoolean, "true or false");
        return value == null ? otherwise : value.booleanValue();
    }

    String text(String name, String otherwise) throws AssertionFault {
        var value = value(name, JsonNode::isString, "a string");
        return value == null ? otherwise : value.stringValue();
    }

    boolean isNumber(String name) {
        return config.path(name).isNumber();
    }

    /** Returns empty when it is not set. */
    OptionalInt whole(String name) throws AssertionFault {
        var value = value(name, node -> node.canConvertToExactIntegral() && node.canConvertToInt()
                && node.intValue() >= 0, "a whole number of 0 or more");
        return value == null ? OptionalInt.empty() : OptionalInt.of(value.intValue());
    }

    double number(String name, double otherwise) throws AssertionFault {
        var value = value(name, node -> node.isNumber() && node.doubleValue() >= 0, "a number of 0 or more");
        return value == null ? otherwise : value.doubleValue();
    }

    /** Reads a list, or a single text; empty when it is not set. */
    List<String> texts(String name) throws AssertionFault {
        return texts("'" + name + "' of the oracle " + kind.wire(), there(name));
    }

    static List<String> texts(String what, @Nullable JsonNode value) throws AssertionFault {
        var texts = new ArrayList<String>();
        for (var item : value == null ? List.<JsonNode>of() : value.isArray() ? value.values() : List.of(value)) {
            if (!item.isString()) {
                throw new AssertionFault(what + " must be a list of strings, not " + Excerpt.of(item));
            }
            texts.add(item.stringValue());
        }
        return texts;
    }

    private @Nullable JsonNode there(String name) {
        var value = config.get(name);
        return value == null || value.isNull() ? null : value;
    }

    private @Nullable JsonNode value(String name, Predicate<JsonNode> isRight, String right) throws AssertionFault {
        var value = there(name);
        if (value != null && !isRight.test(value)) {
            throw new AssertionFault("'" + name + "' of the oracle " + kind.wire() + " must be " + right + ", not "
                    + Excerpt.of(value));
        }
        return value;
    }
}
