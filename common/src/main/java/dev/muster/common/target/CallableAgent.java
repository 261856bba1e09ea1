package dev.muster.common.target;

import module java.base;
import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * An agent with its endpoint and protocol, ready to be called.
 *
 * @param byConnector endpoints for turns and uses that choose their own connector
 * @param hearsMessages whether, as a helper, it receives the conversation as messages, with its document beside them
 * @param lacks why none of its replies has a member of this name, such as {@code tool_calls}
 */
public record CallableAgent(String id, Endpoint endpoint, AgentProtocol protocol, Map<String, Endpoint> byConnector,
        boolean hearsMessages, Map<String, String> lacks) {

    public CallableAgent(String id, Endpoint endpoint, AgentProtocol protocol, Map<String, Endpoint> byConnector,
            boolean hearsMessages) {
        this(id, endpoint, protocol, byConnector, hearsMessages, Map.of());
    }

    /** @param connector the connector in the options of a call; null when they name none */
    public Endpoint endpoint(@Nullable String connector) {
        return connector == null ? endpoint : byConnector.getOrDefault(connector, endpoint);
    }
}
