package dev.muster.common.model;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A tool that the test offers the target and answers itself.
 *
 * @param description sent to the target; null for none
 * @param parameters JSON Schema of the arguments; null for any object
 * @param result what the tool returns; null when it fails or stays open
 * @param error why it fails; null when it returns or stays open
 */
public record ToolStub(@Nullable String description, @Nullable JsonNode parameters, @Nullable JsonNode result,
        @Nullable String error) {

    /** Whether the test answers a call; otherwise it stays open until the next input. */
    public boolean answers() {
        return result != null || error != null;
    }
}
