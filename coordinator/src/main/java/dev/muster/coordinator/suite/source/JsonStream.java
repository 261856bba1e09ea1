package dev.muster.coordinator.suite.source;

import module java.base;
import dev.muster.common.json.JsonTrouble;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
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
    private boolean reportedMalformed;
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
                reportMalformed();
                var node = token == null ? null : builder.build(token);
                reportMalformed();
                return node;
            } catch (ValueTooLarge trouble) {
                report(builder.valueStart, ValueTooLarge.SENTENCE);
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
        if (!(trouble instanceof LineTooLong)) {
            throw trouble;
        }
        report(new Position(lines.number() + 1, 1), LineTooLong.SENTENCE);
        ended = true;
    }

    private void report(Position at, String message) {
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

    private void reportMalformed() {
        if (!reportedMalformed) {
            lines.malformed().ifPresent(at -> {
                reportedMalformed = true;
                faults.add(at, "this is not UTF-8; save the file as UTF-8");
            });
        }
    }

    private boolean recover(JacksonException trouble) throws IOException {
        var at = builder.position(trouble.getLocation());
        if (builder.outside && passOverComma(at)) {
            return true;
        }
        reportMalformed();
        report(at, sentence(trouble));
        broken++;
        if (broken == MOST_BROKEN) {
            report(at, MOST_BROKEN + " places of this file are not JSON: the rest is not read");
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
        } catch (LineTooLong trouble) {
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
}
