package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.ConnectorConfig;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.model.Asked;
import dev.muster.common.model.TestCase;
import dev.muster.common.option.HelperUse;
import org.jspecify.annotations.Nullable;

/** The part of the configuration that the cases of a run need: targets, helpers, and their connectors. */
final class UsedAgents {

    private final ProjectConfig config;
    private final Set<String> targets = new LinkedHashSet<>();
    private final Set<String> helpers = new LinkedHashSet<>();
    private final Set<String> connectors = new LinkedHashSet<>();

    UsedAgents(ProjectConfig config) {
        this.config = config;
    }

    void addTarget(String agent, @Nullable String connector) {
        targets.add(agent);
        if (connector != null) {
            connectors.add(connector);
        }
    }

    void addHelpers(TestCase testCase) {
        Asked.by(testCase).forEach(this::addHelper);
        testCase.conversation().turns().forEach(turn -> addConnector(turn.options().connector()));
    }

    private void addHelper(HelperUse helper) {
        switch (helper.use().kind()) {
            case AGENT -> helpers.add(helper.use().id());
            case CONNECTOR -> connectors.add(helper.use().id());
            case SCRIPT -> {
                // not a configured agent
            }
        }
        addConnector(helper.options().connector());
    }

    private void addConnector(@Nullable String connector) {
        if (connector != null) {
            connectors.add(connector);
        }
    }

    Set<String> helpers() {
        return helpers;
    }

    String targetsShown() {
        return targets.isEmpty() ? "(none)" : String.join(", ", targets);
    }

    Map<String, AgentConfig> agents() {
        var used = new LinkedHashMap<String, AgentConfig>();
        Stream.concat(targets.stream(), helpers.stream()).forEach(id -> {
            var agent = config.targets().agents().get(id);
            if (agent != null) {
                used.put(id, agent.withoutTools());
            }
        });
        return used;
    }

    Map<String, ConnectorConfig> connectors() {
        var agents = agents().values();
        var used = new LinkedHashMap<>(config.targets().connectors());
        used.keySet().removeIf(name -> !connectors.contains(name)
                && agents.stream().noneMatch(agent -> name.equals(agent.endpoint().connector())));
        return used;
    }
}
