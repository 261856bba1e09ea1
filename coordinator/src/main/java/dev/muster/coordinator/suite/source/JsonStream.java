package dev.muster.coordinator.suite.source;

import module java.base;
import dev.muster.common.json.JsonTrouble;
import dev.muster.coordinator.suite.source.Node.Numbers;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/**
 * Reads the values of a JSON text one by one; of a top-level list, its items. Allows comments, trailing commas (also
 * after a value) and a byte-order mark. Invalid JSON is a fault; reading continues at the next value that starts a
 * line. Holds one value at a time.
 */
public final class JsonStream implements NodeStream {

    /** Limit of broken places: the user fixes the first ones, and a file of another type has a hundred thousand. */
    private static final int MOST_BROKEN = 10_000;
    private static final Pattern CODE = Pattern.compile(" \\(code \\d+(?: / 0x[0-9a-f]+)?\\)");

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            // Closing a parser releases its buffers; the next one continues with the same lines.
            .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
            .streamReadConstraints(StreamReadConstraints.builder().maxStringLength(NodeBuilder.LARGEST)
                    .maxNestingDepth(200).build())
            .build();

    private final Lines lines;
    private final Faults faults;
    private JsonParser parser;
    private NodeBuilder builder;
    private boolean inList;
    /** Number of places so far that are not JSON. */
    private int broken;
    private boolean toldOfMalformed;
    private boolean ended;

    /** @param faults receives invalid JSON; flushed before reading continues after it */
    public JsonStream(InputStream bytes, Faults faults) {
        this.lines = new Lines(bytes);
        this.faults = faults;
        this.parser = JSON.createParser(ObjectReadContext.empty(), lines);
        this.builder = new NodeBuilder(parser, new Position(1, 1), faults);
    }

    @Override
    public @Nullable Node next() throws IOException {
        while (!ended) {
            try {
                var token = nextStart();
                tellOfMalformed();
                var node = token == null ? null : builder.build(token);
                tellOfMalformed();
                return node;
            } catch (NodeBuilder.TooLarge trouble) {
                tell(builder.valueStart, NodeBuilder.TooLarge.SENTENCE);
                ended = !goOnAtNextValue();
            } catch (JacksonIOException trouble) {
                endAt(Objects.requireNonNull(trouble.getCause()));
            } catch (JacksonException trouble) {
                ended = !recover(trouble);
            }
        }
        return null;
    }

    private void endAt(IOException trouble) throws IOException {
        if (!(trouble instanceof Lines.LineTooLong)) {
            throw trouble;
        }
        tell(new Position(lines.number() + 1, 1), Lines.LineTooLong.SENTENCE);
        ended = true;
    }

    private void tell(Position at, String message) {
        faults.add(at, message);
        faults.flush();
    }

    private @Nullable JsonToken nextStart() {
        builder.outside = true;
        var token = parser.nextToken();
        while ((token == JsonToken.START_ARRAY && !inList) || token == JsonToken.END_ARRAY) {
            inList = token == JsonToken.START_ARRAY;
            token = parser.nextToken();
        }
        return token;
    }

    private void tellOfMalformed() {
        if (!toldOfMalformed) {
            lines.malformed().ifPresent(at -> {
                toldOfMalformed = true;
                faults.add(at, "this is not UTF-8; save the file as UTF-8");
            });
        }
    }

    private boolean recover(JacksonException trouble) throws IOException {
        var at = builder.position(trouble.getLocation());
        if (builder.outside && passOverComma(at)) {
            return true;
        }
        tellOfMalformed();
        tell(at, sentence(trouble));
        broken++;
        if (broken == MOST_BROKEN) {
            tell(at, MOST_BROKEN + " places of this file are not JSON: the rest is not read");
            return false;
        }
        return startsNextValue(at) ? restart(1) : goOnAtNextValue();
    }

    /** Skips a comma between cases, which is harmless; after a fault in a list, also the list's closing bracket. */
    private boolean passOverComma(Position at) {
        boolean comma = lines.at(at) == ',';
        boolean end = broken > 0 && lines.at(at) == ']';
        return (comma || end) && restart(lines.behindCommas(at.column() + 1));
    }

    private boolean startsNextValue(Position at) {
        return at.equals(new Position(lines.number(), 1)) && !builder.valueStart.equals(at) && lines.startsValue();
    }

    private boolean goOnAtNextValue() throws IOException {
        try {
            while (lines.next()) {
                if (lines.startsValue()) {
                    return restart(1);
                }
            }
        } catch (Lines.LineTooLong trouble) {
            endAt(trouble);
        }
        return false;
    }

    private boolean restart(int column) {
        lines.rewindTo(column);
        parser.close();
        parser = JSON.createParser(ObjectReadContext.empty(), lines);
        builder = new NodeBuilder(parser, new Position(lines.number(), column), faults);
        inList = false;
        return true;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    /** Explains in one sentence why the text is not JSON. */
    private String sentence(JacksonException trouble) {
        return switch (trouble) {
            case UnexpectedEndOfInputException end when builder.outside ->
                "the text ends in the middle of a comment or a list";
            case UnexpectedEndOfInputException end ->
                "the text ends inside the value that starts at " + builder.valueStart;
            case StreamConstraintsException limit -> "no case may be like this: " + JsonTrouble.of(limit);
            default -> "not JSON: " + CODE.matcher(JsonTrouble.of(trouble)).replaceAll("")
                    + (builder.outside ? "" : " (in the value that starts at " + builder.valueStart + ")");
        };
    }

    /** Builds one value from a parser's tokens; duplicate names in an object are faults. */
    private static final class NodeBuilder {

        /** Maximum size of a value in UTF-16 units; a case must fit in one message of the fleet. */
        static final int LARGEST = 16 << 20;

        private final JsonParser parser;
        private final Position base;
        private final Faults faults;
        /** The start of the value being built, or of the last one built. */
        private Position valueStart;
        private long startOffset;
        /** Whether the parser is between two values rather than inside one. */
        private boolean outside = true;

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
                throw new TooLarge();
            }
            return position(location);
        }

        private Node node(JsonToken token, Position at) {
            return switch (token) {
                case START_OBJECT -> object(at);
                case START_ARRAY -> items(at);
                case VALUE_STRING -> new Node.Scalar(Node.Scalar.Type.STRING, whole(parser.getString(), at), at);
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(at);
                case VALUE_TRUE, VALUE_FALSE -> new Node.Scalar(Node.Scalar.Type.BOOLEAN, parser.getString(), at);
                case VALUE_NULL -> new Node.Scalar(Node.Scalar.Type.NULL, "null", at);
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
            if (Numbers.tooLarge(text)) {
                faults.add(at, "the number " + text + " is too large");
            }
            return new Node.Scalar(Node.Scalar.Type.NUMBER, text, at);
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
                    faults.add(nameAt, "'" + name + "' is there twice, first at " + earlier.at());
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

        /** Thrown for a value with more characters than a case may have. */
        static final class TooLarge extends RuntimeException {
            static final String SENTENCE = "this value is larger than " + (LARGEST >> 20)
                    + " MiB; a case must fit in one message";
        }
    }
}
