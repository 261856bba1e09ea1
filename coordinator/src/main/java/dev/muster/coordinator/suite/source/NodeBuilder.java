package dev.muster.coordinator.suite.source;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;

/** Builds one value from a parser's tokens; duplicate names in an object are faults. */
final class NodeBuilder {

    /** Maximum size of a value in UTF-16 units; a case must fit in one message of the fleet. */
    static final int LARGEST = 16 << 20;

    private final JsonParser parser;
    private final Position base;
    private final Faults faults;
    /** The start of the value being built, or of the last one built. */
    Position valueStart;
    private long startOffset;
    /** Whether the parser is between two values rather than inside one. */
    boolean outside = true;

    /** @param base the position in the text where the parser began */
    NodeBuilder(JsonParser parser, Position base, Faults faults) {
        this.parser = parser;
        this.base = base;
        this.faults = faults;
        this.valueStart = base;
    }

    Node build(JsonToken token) {
        var location = parser.currentTokenLocation();
        valueStart = position(location);
        startOffset = location.getCharOffset();
        outside = false;
        return node(token, valueStart);
    }

    /** Returns a position in the whole text; the start of the value when the parser has none. */
    Position position(@Nullable TokenStreamLocation location) {
        if (location == null || location.getLineNr() < 1) {
            return valueStart;
        }
        int line = location.getLineNr();
        int column = location.getColumnNr();
        return new Position(base.line() + line - 1, line == 1 ? base.column() + column - 1 : column);
    }

    private Position here() {
        var location = parser.currentTokenLocation();
        if (location.getCharOffset() - startOffset > LARGEST) {
            throw new ValueTooLarge();
        }
        return position(location);
    }

    private Node node(JsonToken token, Position at) {
        return switch (token) {
            case START_OBJECT -> object(at);
            case START_ARRAY -> items(at);
            case VALUE_STRING -> new Node.Scalar(ScalarType.STRING, whole(parser.getString(), at), at);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(at);
            case VALUE_TRUE, VALUE_FALSE -> new Node.Scalar(ScalarType.BOOLEAN, parser.getString(), at);
            case VALUE_NULL -> new Node.Scalar(ScalarType.NULL, "null", at);
            case END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                throw new IllegalStateException("a value cannot start with " + token);
        };
    }

    /** Returns the text; half a surrogate pair is a fault, as no message and no database accepts it. */
    private String whole(String text, Position at) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean pair = i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1));
                if (!pair) {
                    faults.add(at, "this string has half of a surrogate pair (\\u%04x), which is not a character"
                            .formatted((int) c));
                    return text;
                }
                i++;
            }
        }
        return text;
    }

    private Node number(Position at) {
        var text = parser.getString();
        if (JsonNumbers.tooLarge(text)) {
            faults.add(at, "the number " + text + " is too large");
        }
        return new Node.Scalar(ScalarType.NUMBER, text, at);
    }

    private Node object(Position at) {
        var members = new LinkedHashMap<String, Node.Member>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            var name = parser.currentName();
            var nameAt = here();
            whole(name, nameAt);
            var member = new Node.Member(nameAt, node(parser.nextToken(), here()));
            var earlier = members.putIfAbsent(name, member);
            if (earlier != null) {
                faults.add(nameAt, "'" + name + "' appears twice, first at " + earlier.at());
            }
        }
        return new Node.Obj(members, at);
    }

    private Node items(Position at) {
        var nodes = new ArrayList<Node>();
        for (var token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            nodes.add(node(token, here()));
        }
        return new Node.Items(nodes, at);
    }
}
