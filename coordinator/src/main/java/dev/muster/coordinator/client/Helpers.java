package dev.muster.coordinator.client;

import dev.muster.coordinator.run.HelperAgents;
import java.util.Map;

/**
 * Who makes and reports the cases of a run.
 *
 * @param environment of scripts, which run here
 */
public record Helpers(HelperAgents agents, Map<String, String> environment) {

    public Helpers {
        environment = Map.copyOf(environment);
    }
}
