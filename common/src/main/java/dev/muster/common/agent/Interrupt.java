package dev.muster.common.agent;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A question that a run ended with; the next call answers each one with a {@link Resume}.
 *
 * @param detail everything that the agent said about it
 * @param legacy it arrived as a custom event from an older LangGraph server, and is answered in that form
 */
public record Interrupt(String id, @Nullable String message, JsonNode detail, boolean legacy) {

    public Resume resolved(JsonNode payload) {
        return new Resume(id, true, payload, legacy);
    }

    /**
     * The answer to an interrupt of the previous run.
     *
     * @param resolved false when the interrupt is cancelled
     * @see Interrupt#resolved
     */
    public record Resume(String interruptId, boolean resolved, @Nullable JsonNode payload, boolean legacy) {}
}
