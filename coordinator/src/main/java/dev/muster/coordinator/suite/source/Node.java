package dev.muster.coordinator.suite.source;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** A JSON or YAML value with its position in the text. */
public sealed interface Node {

    Position at();

    /** Returns the value without positions. */
    JsonNode json();

    /** Returns the type of the value, for messages: {@code a string}, {@code a list}, … */
    String kind();

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

        @Override
        public JsonNode json() {
            var make = JsonNodeFactory.instance;
            return switch (type) {
                case STRING -> make.stringNode(text);
                case NUMBER -> Numbers.node(text);
                case BOOLEAN -> make.booleanNode(Boolean.parseBoolean(text));
                case NULL -> make.nullNode();
            };
        }

        @Override
        public String kind() {
            return switch (type) {
                case STRING -> "a string";
                case NUMBER -> "a number";
                case BOOLEAN -> "true or false";
                case NULL -> "null";
            };
        }
    }

    /** A list. */
    record Items(List<Node> nodes, Position at) implements Node {
        @Override
        public JsonNode json() {
            var array = JsonNodeFactory.instance.arrayNode(nodes.size());
            nodes.forEach(node -> array.add(node.json()));
            return array;
        }

        @Override
        public String kind() {
            return "a list";
        }
    }

    /** An object, with its members in the order of the text. */
    record Obj(Map<String, Member> members, Position at) implements Node {
        @Override
        public JsonNode json() {
            var object = JsonNodeFactory.instance.objectNode();
            members.forEach((name, member) -> object.set(name, member.value().json()));
            return object;
        }

        @Override
        public String kind() {
            return "an object";
        }
    }

    /** A member of an object, with the position of its name. */
    record Member(Position at, Node value) {}

    /** Parses JSON numbers: whole numbers exactly, others as doubles. */
    static final class Numbers {

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
}
