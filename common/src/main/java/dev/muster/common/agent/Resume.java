package dev.muster.common.agent;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The answer to an interrupt of the run before.
 *
 * @param resolved false when the answer is that there is none
 * @param payload what was answered; null when nothing was
 * @param legacy as in {@link Interrupt}
 * @see Interrupt#resolved
 */
public record Resume(String interruptId, boolean resolved, @Nullable JsonNode payload, boolean legacy) {}
