package dev.muster.common.agent;

import com.fasterxml.jackson.annotation.JsonIgnore;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a tool gave back.
 *
 * @param toolCallId the call
 * @param name the call's tool; null when the stream never named it
 * @param content parsed; a string node when it is no JSON
 * @param error the tool failed
 * @param received the text that {@code content} was read from, for patterns; null when there is none, and in results
 */
public record ToolResult(String toolCallId, @Nullable String name, JsonNode content, boolean error,
        @JsonIgnore @Nullable String received) {

    /** Of a protocol, or a place, that has no text of it. */
    public ToolResult(String toolCallId, @Nullable String name, JsonNode content, boolean error) {
        this(toolCallId, name, content, error, null);
    }
}
