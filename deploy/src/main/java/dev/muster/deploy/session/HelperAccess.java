package dev.muster.deploy.session;

import module java.base;
import dev.muster.common.access.Credentials;
import dev.muster.common.command.Commands;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.common.target.Environment;
import dev.muster.coordinator.client.Helpers;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.coordinator.run.HelperAgents;
import dev.muster.coordinator.suite.pick.PastVerdicts;
import dev.muster.deploy.fleet.AgentCalls;
import org.jspecify.annotations.Nullable;

/** Agents that generate or report the cases of a run: called by the coordinator at an address, or else from here. */
public record HelperAccess(HelperAgents agents, Environment environment, @Nullable Commands commands,
        ScriptHost scripts, Runnable closing)
        implements
            AutoCloseable {

    /**
     * @param coordinators null for a run in this process
     * @param commands null where no programs run
     * @param project whose programs and functions are called in this process
     */
    public static HelperAccess open(@Nullable Coordinators coordinators, Credentials credentials,
            Environment environment, @Nullable Commands commands, ScriptHost scripts,
            Supplier<ProjectConfig> project) {
        if (coordinators != null) {
            var remote = new RemoteRuns(coordinators, credentials);
            return new HelperAccess(remote.agents(), environment, commands, scripts, remote::close);
        }
        var calls = AgentCalls.forHelpers(environment.hosts(), null);
        return new HelperAccess(calls.agents(environment, new OwnAgents(project, environment, commands, scripts)),
                environment, commands, scripts, calls::close);
    }

    public Helpers helpers(PastVerdicts.Source verdicts) {
        return new Helpers(agents, environment.commands(), commands, scripts, verdicts);
    }

    @Override
    public void close() {
        closing.run();
    }
}
