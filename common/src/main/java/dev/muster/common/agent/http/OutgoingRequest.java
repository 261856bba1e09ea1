package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.StreamBounds;
import tools.jackson.databind.JsonNode;

/**
 * A request to send. {@link #toString} leaves the header values and the body out.
 *
 * @param headers sent after the protocol's own, so that they win
 */
public record OutgoingRequest(String method, String url, Map<String, String> headers, Body body, StreamBounds bounds) {

    /** What is sent. */
    public sealed interface Body {

        record None() implements Body {}

        record Json(JsonNode json) implements Body {}

        record Text(String text) implements Body {}

        /** A form, in its order. */
        record Form(Map<String, String> fields) implements Body {}

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

    public static OutgoingRequest post(String url, Map<String, String> headers, JsonNode json, StreamBounds bounds) {
        return new OutgoingRequest("POST", url, headers, new Body.Json(json), bounds);
    }

    @Override
    public String toString() {
        return "OutgoingRequest[" + method + ", " + headers.keySet() + "]";
    }
}
