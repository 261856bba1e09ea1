package dev.muster.common.model;

import tools.jackson.databind.JsonNode;

/**
 * A tool call that an agent made.
 *
 * @param id the protocol's id of the call
 * @param name as sent
 * @param arguments parsed; a string node with the raw text when it is no JSON
 */
public record ToolCall(String id, String name, JsonNode arguments) {}
