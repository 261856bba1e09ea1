package dev.muster.common.message;

import module java.base;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.ConnectorConfig;
import org.jspecify.annotations.Nullable;

/**
 * An agent that a case talks to, with {@code ${ENV.…}} unresolved.
 *
 * @param connectorName null when none is named
 * @param connector the connector of that name; null when there is none
 */
public record Target(String id, AgentConfig agent, @Nullable String connectorName,
        @Nullable ConnectorConfig connector) {

    /** Returns the key of an agent in an order, with the connector that a turn or use chooses; null for its default. */
    public static String key(String id, @Nullable String connector) {
        return connector == null ? id : id + " by " + connector;
    }

    /** Returns the connector whose URL is called: a chosen one, or the default of an agent without a URL. */
    public @Nullable ConnectorConfig usedConnector() {
        boolean used = agent.endpoint().url() == null || isChosen();
        return agent.endpoint().protocol().takesConnector() && used ? connector : null;
    }

    /** Whether the run, the case or the turn chose the connector instead of the agent's default. */
    public boolean isChosen() {
        return !Objects.equals(connectorName, agent.endpoint().connector());
    }

    /** Returns the URL to call, as configured. */
    public String url() {
        var used = usedConnector();
        if (used != null) {
            return used.url();
        }
        var custom = agent.endpoint().custom();
        var shown = custom == null ? null : custom.shown();
        return shown != null ? shown : Objects.requireNonNull(agent.endpoint().url(), "agent's url");
    }

    /** Returns the key of rate limits, the same in all runs: the agent and its URL. */
    public String address() {
        return id + " " + url();
    }
}
