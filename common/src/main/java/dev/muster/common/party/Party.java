package dev.muster.common.party;

import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.agent.Endpoint;

/**
 * An agent that can be called: where it is, and how it is spoken to.
 *
 * @param id as in the configuration
 */
public record Party(String id, Endpoint endpoint, AgentProtocol protocol) {}
