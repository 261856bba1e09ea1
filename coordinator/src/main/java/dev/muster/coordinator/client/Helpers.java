package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.coordinator.run.HelperAgents;

/** What generates the cases of a run and reports its results; programs run here, with this environment. */
public record Helpers(HelperAgents agents, Map<String, String> environment, ScriptHost scripts) {

    public Helpers {
        environment = Map.copyOf(environment);
    }
}
