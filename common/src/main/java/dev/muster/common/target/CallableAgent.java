package dev.muster.common.target;

import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.Endpoint;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An agent that can be called: where it is, and how it is spoken to.
 *
 * @param id as in the configuration
 * @param endpoint the usual one
 * @param byConnector where turns and uses find it that choose a connector of their own
 * @param hearsMessages as a helper it is told the conversation as messages, and its document beside them
 */
public record CallableAgent(String id, Endpoint endpoint, AgentProtocol protocol, Map<String, Endpoint> byConnector,
        boolean hearsMessages) {

    public CallableAgent {
        byConnector = Map.copyOf(byConnector);
    }

    /** @param connector as the options of a call have it; null when they name none */
    public Endpoint endpoint(@Nullable String connector) {
        return connector == null ? endpoint : byConnector.getOrDefault(connector, endpoint);
    }
}
