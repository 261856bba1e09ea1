package dev.muster.common.message;

import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.ConnectorConfig;
import org.jspecify.annotations.Nullable;

/**
 * Whom a case talks to, with {@code ${ENV.…}} unresolved.
 *
 * @param id the agent's id
 * @param connectorName null when none was named
 * @param connector what the name stands for; null when there is none
 */
public record Target(String id, AgentConfig agent, @Nullable String connectorName,
        @Nullable ConnectorConfig connector) {

    /** Names an agent in an order, by the connector that a turn or a use of it chooses; null for its usual one. */
    public static String key(String id, @Nullable String connector) {
        return connector == null ? id : id + " by " + connector;
    }
}
