package dev.muster.common.json;

import module java.base;
import dev.muster.common.time.HeavyWork;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.util.JsonParserDelegate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** Reads JSON that an agent wrote: 8 MiB of empty lists would take a gigabyte as a tree. */
public final class BoundedJson {

    /** The most values of a document. */
    public static final int MOST_VALUES = 500_000;
    private static final int OFTEN = 0xFFF;

    private BoundedJson() {}

    /** @throws tools.jackson.core.JacksonException when it is not JSON, or has too many values */
    public static JsonNode read(JsonMapper mapper, String text) {
        if (text.length() <= HeavyWork.CHARACTERS) { // a value takes two characters: these can't be too many
            return mapper.readTree(text);
        }
        try (var parser = new Counting(mapper.createParser(text))) {
            JsonNode read = mapper.readTree(parser);
            if (read != null && parser.nextToken() != null) {
                throw new StreamReadException(parser, "there is text after its end");
            }
            return read == null ? MissingNode.getInstance() : read;
        }
    }

    /** Returns how many values a document has; something above {@code most} when it has more. */
    public static int values(JsonNode document, int most) {
        int values = 1;
        for (var inner = document.iterator(); values <= most && inner.hasNext();) {
            values += values(inner.next(), most - values);
        }
        return values;
    }

    private static final class Counting extends JsonParserDelegate {

        private int values;

        Counting(JsonParser parser) {
            super(parser);
        }

        @Override
        public JsonToken nextToken() {
            var token = super.nextToken();
            if (token != null && (token.isScalarValue() || token.isStructStart())) {
                values++;
                if (values > MOST_VALUES) {
                    throw new StreamConstraintsException("it has more than 500,000 values, which is the limit");
                }
                if ((values & OFTEN) == 0) {
                    HeavyWork.check();
                }
            }
            return token;
        }

        @Override
        public @Nullable String nextName() {
            return nextToken() == JsonToken.PROPERTY_NAME ? currentName() : null;
        }
    }
}
