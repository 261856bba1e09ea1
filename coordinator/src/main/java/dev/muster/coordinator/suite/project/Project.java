package dev.muster.coordinator.suite.project;

import module java.base;
import dev.muster.common.config.ProjectConfig;
import dev.muster.coordinator.suite.source.Fault;

/**
 * A configuration that was read.
 *
 * @param config what could be read; enough to find the faults of a suite as well
 * @param faults in file order; a run starts only without faults
 * @param warnings what does not stop a run
 * @param ofHooks further warnings, where no case has hooks: by "agent ID" and "connector NAME"
 */
public record Project(ProjectConfig config, List<Fault> faults, List<Fault> warnings,
        Map<String, List<Fault>> ofHooks) {}
