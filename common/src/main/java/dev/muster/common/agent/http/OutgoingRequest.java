package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.StreamBounds;
import tools.jackson.databind.JsonNode;

/**
 * A request to send. {@link #toString} leaves the header values and the body out.
 *
 * @param headers sent after the protocol's own, so that they win
 */
public record OutgoingRequest(String method, String url, Map<String, String> headers, OutgoingBody body,
        StreamBounds bounds) {

    public static OutgoingRequest post(String url, Map<String, String> headers, JsonNode json, StreamBounds bounds) {
        return new OutgoingRequest("POST", url, headers, new OutgoingBody.Json(json), bounds);
    }

    @Override
    public String toString() {
        return "OutgoingRequest[" + method + ", " + headers.keySet() + "]";
    }
}
