package dev.muster.common.agent;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a run ended to ask; the next call answers every one of them with a {@link Resume}.
 *
 * @param message for a person; null when the agent gave none
 * @param detail all that the agent said of it
 * @param legacy it came as a custom event, as older LangGraph servers send it, and is answered as these want it
 */
public record Interrupt(String id, @Nullable String message, JsonNode detail, boolean legacy) {

    public Resume resolved(JsonNode payload) {
        return new Resume(id, true, payload, legacy);
    }

    public Resume cancelled() {
        return new Resume(id, false, null, legacy);
    }
}
