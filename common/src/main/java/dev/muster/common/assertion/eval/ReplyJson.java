package dev.muster.common.assertion.eval;

import module java.base;
import dev.muster.common.json.BoundedJson;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Extracts JSON from an agent's text: the whole text, or the first Markdown fence that contains some. */
public final class ReplyJson {

    private static final String FENCE = "```";
    /** Keeps decimals as written, so that comparisons are exact. */
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final JsonMapper STRICT = MAPPER.rebuild().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private ReplyJson() {}

    public static Optional<JsonNode> in(String text) {
        return whole(text).or(() -> inFence(text));
    }

    private static Optional<JsonNode> inFence(String text) {
        int open = text.indexOf(FENCE);
        while (open >= 0) {
            int body = text.indexOf('\n', open);
            int close = body < 0 ? -1 : text.indexOf(FENCE, body);
            if (close < 0) {
                return Optional.empty();
            }
            var found = whole(text.substring(body, close));
            if (found.isPresent()) {
                return found;
            }
            open = text.indexOf(FENCE, close + FENCE.length());
        }
        return Optional.empty();
    }

    /** Returns the text as JSON, white space around it aside; empty when it is anything else. */
    public static Optional<JsonNode> whole(String text) {
        return whole(text, MAPPER);
    }

    /** Refuses an object that has a key twice, since readers would differ on its value. */
    public static Optional<JsonNode> unambiguous(String text) {
        return whole(text, STRICT);
    }

    private static Optional<JsonNode> whole(String text, JsonMapper mapper) {
        var json = text.strip();
        if (json.isEmpty() || "{[\"-0123456789tfn".indexOf(json.charAt(0)) < 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(BoundedJson.read(mapper, json));
        } catch (JacksonException noJson) {
            return Optional.empty();
        }
    }
}
