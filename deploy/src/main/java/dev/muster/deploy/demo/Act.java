package dev.muster.deploy.demo;

import tools.jackson.databind.JsonNode;

/** One thing that a scripted agent does while it answers. */
sealed interface Act {

    /** Says something, word by word. */
    record Say(String text) implements Act {}

    /** Calls a tool of its own and gets the result. */
    record Use(String tool, JsonNode arguments, JsonNode result) implements Act {}

    /** Calls a tool that the caller has; the answer ends there. */
    record Ask(String tool, JsonNode arguments) implements Act {}

    /** Shows its whole state. */
    record Show(JsonNode state) implements Act {}

    /** Changes its state by a JSON Patch (RFC 6902). */
    record Change(JsonNode patch) implements Act {}
}
