package dev.muster.coordinator.suite;

import module java.base;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** JSON inside a string. */
public final class JsonText {

    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private JsonText() {}

    /** Parses a text as one value; empty when it is not JSON, or has values that would not survive a round trip. */
    public static Optional<JsonNode> parse(String text) {
        try {
            return Optional.of(STRICT.readTree(text)).filter(node -> !node.isMissingNode() && comesBack(node));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /** Whether a value survives: numbers beyond a double become infinite, half a surrogate pair is no character. */
    private static boolean comesBack(JsonNode node) {
        return switch (node) {
            case StringNode string -> isWhole(string.stringValue());
            case DecimalNode number -> Double.isFinite(number.doubleValue());
            case ObjectNode object -> object.properties().stream()
                    .allMatch(member -> isWhole(member.getKey()) && comesBack(member.getValue()));
            case ArrayNode items -> items.elements().stream().allMatch(JsonText::comesBack);
            default -> true;
        };
    }

    private static boolean isWhole(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }
}
