package dev.muster.common.agent.http;

import module java.base;
import dev.muster.common.agent.StreamBounds;
import tools.jackson.databind.JsonNode;

/**
 * A request to send. {@link #toString} leaves the header values and the body out.
 *
 * @param headers sent after the protocol's own, so that they win
 */
public record Post(String url, Map<String, String> headers, String accept, JsonNode body, StreamBounds bounds) {

    public Post {
        headers = Map.copyOf(headers);
    }

    @Override
    public String toString() {
        return "Post[" + headers.keySet() + "]";
    }
}
