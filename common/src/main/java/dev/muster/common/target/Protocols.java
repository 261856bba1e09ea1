package dev.muster.common.target;

import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.config.Protocol;

/** The protocols that a process speaks, over the same connections. */
public record Protocols(AgentProtocol agUi, AgentProtocol openai, AgentProtocol yao) {

    public AgentProtocol of(Protocol protocol) {
        return switch (protocol) {
            case AG_UI -> agUi;
            case OPENAI -> openai;
            case YAO -> yao;
        };
    }
}
