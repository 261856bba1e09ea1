package dev.muster.common.model;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A tool call that an agent made.
 *
 * @param id the protocol's id of the call
 * @param name as sent
 * @param arguments parsed; a string node with the raw text when it is no JSON
 * @param doneAtMs when its result came, or its arguments ended where none came, in milliseconds since 1970; null where
 *            that is not known
 */
public record ToolCall(String id, String name, JsonNode arguments, @Nullable Long doneAtMs) {

    /** Nobody knows when. */
    public ToolCall(String id, String name, JsonNode arguments) {
        this(id, name, arguments, null);
    }

    /** The same, done at that time. */
    public ToolCall at(@Nullable Long ms) {
        return new ToolCall(id, name, arguments, ms);
    }
}
