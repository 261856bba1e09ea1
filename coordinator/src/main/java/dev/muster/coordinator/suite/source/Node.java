package dev.muster.coordinator.suite.source;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** A JSON or YAML value with its position in the text. */
public sealed interface Node {

    Position at();

    /** Returns the value without positions. */
    default JsonNode json() {
        var make = JsonNodeFactory.instance;
        return switch (this) {
            case Scalar(var type, var text, _) -> switch (type) {
                case STRING -> make.stringNode(text);
                case NUMBER -> Numbers.node(text);
                case BOOLEAN -> make.booleanNode(Boolean.parseBoolean(text));
                case NULL -> make.nullNode();
            };
            case Items(var nodes, _) -> make.arrayNode(nodes.size()).addAll(nodes.stream().map(Node::json).toList());
            case Obj(var members, _) -> {
                var object = make.objectNode();
                members.forEach((name, member) -> object.set(name, member.value().json()));
                yield object;
            }
        };
    }

    /** Returns the type of the value, for messages: {@code a string}, {@code a list}, … */
    default String kind() {
        return switch (this) {
            case Scalar scalar -> switch (scalar.type) {
                case STRING -> "a string";
                case NUMBER -> "a number";
                case BOOLEAN -> "true or false";
                case NULL -> "null";
            };
            case Items _ -> "a list";
            case Obj _ -> "an object";
        };
    }

    /** Returns the text of a string; null for any other value. */
    default @Nullable String string() {
        return this instanceof Scalar(var type, var text, var _) && type == Scalar.Type.STRING ? text : null;
    }

    default boolean isNull() {
        return this instanceof Scalar scalar && scalar.type() == Scalar.Type.NULL;
    }

    /** Returns the items of a list; any other value alone. */
    default List<Node> items() {
        return this instanceof Items items ? items.nodes() : List.of(this);
    }

    /**
     * A string, number, boolean or null.
     *
     * @param type the type
     * @param text the value of a string, or the JSON form of anything else
     */
    record Scalar(Type type, String text, Position at) implements Node {

        /** The types of scalars. */
        public enum Type {
            STRING,
            NUMBER,
            BOOLEAN,
            NULL
        }
    }

    /** A list. */
    record Items(List<Node> nodes, Position at) implements Node {}

    /** An object, with its members in the order of the text. */
    record Obj(Map<String, Member> members, Position at) implements Node {}

    /** A member of an object, with the position of its name. */
    record Member(Position at, Node value) {}

    /** Parses JSON numbers, exactly; 2.50 is written as 2.5, and 1e3 as 1000.0. */
    static final class Numbers {

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
}
