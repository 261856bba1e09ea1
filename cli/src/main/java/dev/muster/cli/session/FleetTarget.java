package dev.muster.cli.session;

import module java.base;
import dev.muster.cli.fleet.WorkerResources;
import dev.muster.common.access.Credentials;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.leader.Coordinators;
import dev.muster.common.process.Commands;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.common.target.Environment;
import dev.muster.coordinator.client.RemoteRuns;
import dev.muster.coordinator.run.WorkerNeeds;
import org.jspecify.annotations.Nullable;

/** A run on the fleet of a coordinator. */
public record FleetTarget(CommandContext here, Environment environment, Coordinators coordinators,
        Credentials credentials) implements RunTarget {

    @Override
    public RemoteAccess begin(String fleet, int slots, WorkerResources means) {
        return new RemoteAccess(new RemoteRuns(coordinators, credentials), coordinators);
    }

    @Override
    public HelperAccess helpers(@Nullable Commands commands, ScriptHost scripts, Supplier<ProjectConfig> project) {
        var remote = new RemoteRuns(coordinators, credentials);
        return new HelperAccess(remote.agents(), remote::close);
    }

    @Override
    public History history() {
        return new FleetHistory(new RemoteRuns(coordinators, credentials), new ProjectOptions(), here);
    }

    @Override
    public void warn(WorkerNeeds needs) {
        // each worker warns of its own environment
    }

    @Override
    public List<String> options() {
        return List.of("--coordinator", coordinators.toString());
    }
}
