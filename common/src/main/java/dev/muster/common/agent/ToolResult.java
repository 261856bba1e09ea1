package dev.muster.common.agent;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/**
 * What a tool gave back.
 *
 * @param toolCallId the call
 * @param name the call's tool; null when the stream never named it
 * @param content parsed; a string node when it is no JSON
 * @param error the tool failed
 */
public record ToolResult(String toolCallId, @Nullable String name, JsonNode content, boolean error) {}
