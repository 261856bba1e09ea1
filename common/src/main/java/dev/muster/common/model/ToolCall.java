package dev.muster.common.model;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A tool call that an agent made.
 *
 * @param arguments the parsed arguments; a string node with the raw text when they are not JSON
 * @param doneAtMs when its result arrived, or without one when its arguments ended, in milliseconds since 1970; null
 *            when
 *     unknown
 */
public record ToolCall(String id, String name, JsonNode arguments, @Nullable Long doneAtMs) {

    public ToolCall(String id, String name, JsonNode arguments) {
        this(id, name, arguments, null);
    }

    public ToolCall at(@Nullable Long ms) {
        return new ToolCall(id, name, arguments, ms);
    }
}
