package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.message.Target;
import dev.muster.coordinator.run.HelperAgents;
import dev.muster.coordinator.run.HelperQuestion;
import dev.muster.coordinator.run.HelperReply;
import dev.muster.coordinator.run.HelperRole;
import tools.jackson.databind.node.ObjectNode;

/** Calls agents of the project that help its run; the timeout is for a complete answer. */
record HelperCalls(ProjectConfig config, HelperAgents agents, Duration timeout) {

    HelperReply ask(HelperRole role, String agent, ObjectNode document) throws IOException, InterruptedException {
        var described = Objects.requireNonNull(config.targets().agents().get(agent), agent);
        var connector = described.endpoint().connector();
        var target = new Target(agent, described.withoutTools(), connector,
                connector == null ? null : config.targets().connectors().get(connector));
        return agents.ask(new HelperQuestion(role, target, document, timeout, config.retry()));
    }
}
