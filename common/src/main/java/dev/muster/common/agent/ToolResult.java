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

    /**
     * Whether a result is an error by what it says, for protocols without a flag: an object with {@code isError: true},
     * as MCP writes it, or with an {@code error} that is not null, false, 0, or an empty text, list or object.
     */
    public static boolean saysError(JsonNode content) {
        return content.path("isError").booleanValue(false) || !isEmpty(content.path("error"));
    }

    private static boolean isEmpty(JsonNode error) {
        return switch (error.getNodeType()) {
            case MISSING, NULL -> true;
            case BOOLEAN -> !error.booleanValue();
            case NUMBER -> error.decimalValue().signum() == 0;
            case STRING -> error.stringValue().isEmpty();
            default -> error.isContainer() && error.isEmpty();
        };
    }
}
