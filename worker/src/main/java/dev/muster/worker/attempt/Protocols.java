package dev.muster.worker.attempt;

import dev.muster.common.agent.AgentProtocol;
import dev.muster.common.config.Protocol;

/** The protocols that this worker speaks, over the same connections. */
public record Protocols(AgentProtocol agUi, AgentProtocol openai, AgentProtocol yao) {

    AgentProtocol of(Protocol protocol) {
        return switch (protocol) {
            case AG_UI -> agUi;
            case OPENAI -> openai;
            case YAO -> yao;
        };
    }
}
