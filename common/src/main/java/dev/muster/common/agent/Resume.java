package dev.muster.common.agent;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The answer to an interrupt of the previous run.
 *
 * @param resolved false when the interrupt is cancelled
 * @param payload the answer; null for none
 * @param legacy as in {@link Interrupt}
 * @see Interrupt#resolved
 */
public record Resume(String interruptId, boolean resolved, @Nullable JsonNode payload, boolean legacy) {}
