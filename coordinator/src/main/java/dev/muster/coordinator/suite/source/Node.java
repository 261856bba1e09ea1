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
                case NUMBER -> JsonNumbers.node(text);
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
        return this instanceof Scalar(var type, var text, var _) && type == ScalarType.STRING ? text : null;
    }

    default boolean isNull() {
        return this instanceof Scalar scalar && scalar.type() == ScalarType.NULL;
    }

    /** Returns the scalars in the value, at any depth, in the order of the text. */
    default Stream<Scalar> scalars() {
        return switch (this) {
            case Scalar scalar -> Stream.of(scalar);
            case Items(var nodes, _) -> nodes.stream().flatMap(Node::scalars);
            case Obj(var members, _) -> members.values().stream().flatMap(member -> member.value().scalars());
        };
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
    record Scalar(ScalarType type, String text, Position at) implements Node {}

    /** A list. */
    record Items(List<Node> nodes, Position at) implements Node {}

    /** An object, with its members in the order of the text. */
    record Obj(Map<String, Member> members, Position at) implements Node {

        /** Returns the value of a member; null when it is absent. */
        public @Nullable Node get(String name) {
            var member = members.get(name);
            return member == null ? null : member.value();
        }
    }

    /** A member of an object, with the position of its name. */
    record Member(Position at, Node value) {}
}
