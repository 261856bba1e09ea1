package dev.muster.common.agent;

import com.fasterxml.jackson.annotation.JsonIgnore;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The result of a tool call.
 *
 * @param name the tool of the call; null when the stream never named it
 * @param content the parsed result; a string node when it is not JSON
 * @param received the text that {@code content} was read from, for patterns; null when there is none, and in results
 */
public record ToolResult(String toolCallId, @Nullable String name, JsonNode content, boolean error,
        @JsonIgnore @Nullable String received) {

    public ToolResult(String toolCallId, @Nullable String name, JsonNode content, boolean error) {
        this(toolCallId, name, content, error, null);
    }
}
