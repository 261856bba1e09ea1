package dev.muster.cli.session;

import module java.base;
import dev.muster.cli.fleet.WorkerResources;
import dev.muster.common.config.ProjectConfig;
import dev.muster.common.process.Commands;
import dev.muster.common.script.host.ScriptHost;
import dev.muster.coordinator.run.WorkerNeeds;
import org.jspecify.annotations.Nullable;

/** Where a run takes place: in this process, or on a fleet. */
public sealed interface RunTarget permits LocalTarget, FleetTarget {

    /**
     * Opens the fleet; one in this process starts while the suite is still being read.
     *
     * @param fleet its name, {@code slots} the cases at once, and {@code means} its worker's, in this process
     */
    FleetAccess begin(String fleet, int slots, WorkerResources means);

    /**
     * Opens what calls the agents that generate or report cases.
     *
     * @param commands null where no programs run
     * @param project whose programs and functions are called in this process
     */
    HelperAccess helpers(@Nullable Commands commands, ScriptHost scripts, Supplier<ProjectConfig> project);

    /** Opens the earlier runs. */
    History history();

    /** Warns of what a suite needs and is unsafe here. */
    void warn(WorkerNeeds needs);

    /** Returns the options of another command that name this target. */
    List<String> options();
}
