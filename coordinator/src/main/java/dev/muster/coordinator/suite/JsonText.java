package dev.muster.coordinator.suite;

import java.util.Optional;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON inside of a string. */
final class JsonText {

    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

    private JsonText() {}

    /** The one value that the text is; nothing when it is no JSON. */
    static Optional<JsonNode> parse(String text) {
        try {
            return Optional.of(STRICT.readTree(text)).filter(node -> !node.isMissingNode());
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }
}
