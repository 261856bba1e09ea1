package dev.muster.coordinator.client;

import dev.muster.common.script.host.ScriptHost;
import dev.muster.coordinator.run.HelperAgents;
import java.util.Map;

/**
 * Who makes and reports the cases of a run.
 *
 * @param environment of programs, which run here
 * @param scripts where scripts run
 */
public record Helpers(HelperAgents agents, Map<String, String> environment, ScriptHost scripts) {

    public Helpers {
        environment = Map.copyOf(environment);
    }
}
