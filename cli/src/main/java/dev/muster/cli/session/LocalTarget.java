package dev.muster.cli.session;

import module java.base;
import dev.muster.cli.fleet.AgentCalls;
import dev.muster.cli.fleet.LocalDatabase;
import dev.muster.cli.fleet.WorkerResources;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.process.Commands;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.common.target.Environment;
import dev.muster.coordinator.run.ProjectScope;
import dev.muster.coordinator.run.WorkerNeeds;
import org.jspecify.annotations.Nullable;

/** A run in this process. */
public record LocalTarget(CommandContext here, Environment environment) implements RunTarget {

    @Override
    public FleetAccess begin(String fleet, int slots, WorkerResources means) {
        return LocalAccess.begin(here, environment, fleet, slots, means);
    }

    @Override
    public HelperAccess helpers(@Nullable Commands commands, ScriptHost scripts, Supplier<ProjectConfig> project) {
        var calls = AgentCalls.forHelpers(environment.hosts(), null);
        return new HelperAccess(calls.agents(environment, new LocalAgents(project, environment, commands, scripts)),
                calls::close);
    }

    @Override
    public History history() {
        var local = LocalDatabase.open(here.home(), 1);
        return new StoredHistory(local.database(), ProjectScope.ALL, local::close);
    }

    @Override
    public void warn(WorkerNeeds needs) {
        environment.shortSecrets(needs.env()).ifPresent(warning -> here.err().println("warning: " + warning));
    }

    @Override
    public List<String> options() {
        return List.of();
    }
}
