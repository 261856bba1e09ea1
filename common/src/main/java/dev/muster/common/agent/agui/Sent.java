package dev.muster.common.agent.agui;

import module java.base;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The parts of a request that are needed to interpret its answer.
 *
 * @param ids ids of its messages and tool calls
 * @param openCalls ids of its tool calls without a result
 * @param offered names of the caller's own tools
 * @param state the shared state; null for none
 */
record Sent(Set<String> ids, Set<String> openCalls, Set<String> offered, @Nullable JsonNode state) {

    Sent {
        ids = Set.copyOf(ids);
        openCalls = Set.copyOf(openCalls);
        offered = Set.copyOf(offered);
    }
}
