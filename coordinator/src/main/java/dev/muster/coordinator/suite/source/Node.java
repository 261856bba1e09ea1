package dev.muster.coordinator.suite.source;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** A JSON or YAML value that knows where it was written. */
public sealed interface Node {

    Position at();

    /** The same without positions. */
    JsonNode json();

    /** How a message calls this kind of value: {@code a string}, {@code a list}, … */
    String kind();

    /**
     * A string, number, boolean or null.
     *
     * @param type which of them
     * @param text a string's value, anything else as it is written in JSON
     */
    record Scalar(Type type, String text, Position at) implements Node {

        /** The kinds of scalar. */
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

    /** An object; its members in the order of the text. */
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

    /** A member of an object, and where its name was written. */
    record Member(Position at, Node value) {}
}
