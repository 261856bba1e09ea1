package dev.muster.coordinator.server.scheduler;

import module java.base;
import dev.muster.common.config.AgentConfig;
import dev.muster.common.config.ConnectorConfig;
import dev.muster.common.message.Target;
import dev.muster.common.model.CaseHelpers;
import dev.muster.common.model.TestCase;
import dev.muster.common.option.Reference;
import org.jspecify.annotations.Nullable;

/** The targets that the cases of a run call. */
record CaseTargets(Map<String, AgentConfig> agents, Map<String, ConnectorConfig> connectors) {

    Target target(TestCase testCase) {
        return target(targetId(testCase), testCase.options().connector());
    }

    /** Returns the agents that a case calls besides its target, or through a connector that is not the default. */
    Map<String, Target> helpers(TestCase testCase) {
        var helpers = new HashMap<String, Target>();
        for (var asked : CaseHelpers.by(testCase)) {
            switch (asked.use().kind()) {
                case AGENT -> {
                    helpers.put(asked.use().id(), target(asked.use().id(), null));
                    addByConnector(helpers, asked.use().id(), asked.options().connector());
                }
                case CONNECTOR -> helpers.put(asked.use().toString(), model(asked.use()));
                case SCRIPT -> {
                    // runs on the worker
                }
            }
        }
        testCase.conversation().turns()
                .forEach(turn -> addByConnector(helpers, targetId(testCase), turn.options().connector()));
        return helpers;
    }

    /** Returns all agents, each with every connector that it may be called through. */
    Collection<Target> all() {
        var all = new ArrayList<Target>();
        for (var id : agents.keySet()) {
            all.add(target(id, null));
            connectors.keySet().forEach(name -> all.add(target(id, name)));
        }
        all.removeIf(each -> each.agent().endpoint().url() == null && each.usedConnector() == null);
        return all;
    }

    /** Returns all agents that a case may call, each once. */
    Collection<Target> called(TestCase testCase) {
        var target = target(testCase);
        var helpers = helpers(testCase);
        if (helpers.isEmpty()) {
            return List.of(target);
        }
        var called = new TreeMap<String, Target>();
        called.put(target.address(), target);
        helpers.values().forEach(helper -> called.put(helper.address(), helper));
        return called.values();
    }

    /** Returns a key that is equal for all cases that call the same agents. */
    String names(TestCase testCase) {
        var called = called(testCase);
        return called.size() == 1 ? called.iterator().next().address()
                : called.stream().map(Target::address).collect(Collectors.joining("\n"));
    }

    private void addByConnector(Map<String, Target> helpers, String id, @Nullable String connector) {
        if (connector != null) {
            helpers.put(Target.key(id, connector), target(id, connector));
        }
    }

    /** Returns a model that judges by itself, as an agent that consists only of its connector. */
    private Target model(Reference connector) {
        return new Target(connector.toString(), AgentConfig.of(connector.id()), connector.id(),
                Objects.requireNonNull(connectors.get(connector.id())));
    }

    private Target target(String id, @Nullable String chosen) {
        var agent = Objects.requireNonNull(agents.get(id));
        var connector = chosen == null ? agent.endpoint().connector() : chosen;
        return new Target(id, agent, connector, connector == null ? null : connectors.get(connector));
    }

    private static String targetId(TestCase testCase) {
        return Objects.requireNonNull(testCase.agent(), "a case reaches the fleet with its target named");
    }
}
