package dev.muster.common.agent.http;

import module java.base;
import tools.jackson.databind.JsonNode;

/** The body of a request. */
public sealed interface OutgoingBody {

    record None() implements OutgoingBody {}

    record Json(JsonNode json) implements OutgoingBody {}

    record Text(String text) implements OutgoingBody {}

    /** A form, in its order. */
    record Form(Map<String, String> fields) implements OutgoingBody {}

    /** Returns the body as text; empty for none. */
    default String text() {
        return switch (this) {
            case None _ -> "";
            case Json(var json) -> json.toString();
            case Text(var text) -> text;
            case Form(var fields) -> fields.entrySet().stream()
                    .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                    .collect(Collectors.joining("&"));
        };
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
