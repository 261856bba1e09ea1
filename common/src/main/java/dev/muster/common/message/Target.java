package dev.muster.common.message;

import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.ConnectorConfig;
import dev.muster.common.config.Protocol;
import java.util.Objects;
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

    /** The connector whose url is called: one that the case or the run chose, or that stands in for an own url. */
    public @Nullable ConnectorConfig usedConnector() {
        boolean used = agent.endpoint().url() == null || isChosen();
        return agent.endpoint().protocol() == Protocol.OPENAI && used ? connector : null;
    }

    /** By the run, the case or the turn, instead of the agent's usual one. */
    public boolean isChosen() {
        return !Objects.equals(connectorName, agent.endpoint().connector());
    }

    /** What is called, as it was written. */
    public String url() {
        var used = usedConnector();
        return used != null ? used.url() : Objects.requireNonNull(agent.endpoint().url(), "agent's url");
    }

    /** What limits go by, the same in all runs: the agent, where it is called. */
    public String address() {
        return id + " " + url();
    }
}
