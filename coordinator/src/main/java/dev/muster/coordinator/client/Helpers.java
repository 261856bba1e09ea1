package dev.muster.coordinator.client;

import module java.base;
import dev.muster.common.command.Commands;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.coordinator.run.HelperAgents;
import dev.muster.coordinator.suite.pick.PastVerdicts;
import org.jspecify.annotations.Nullable;

/**
 * What generates and selects the cases of a run and reports its results; programs run here, with this environment.
 *
 * @param commands null where no programs run
 */
public record Helpers(HelperAgents agents, Map<String, String> environment, @Nullable Commands commands,
        ScriptHost scripts, PastVerdicts.Source verdicts) {
}
