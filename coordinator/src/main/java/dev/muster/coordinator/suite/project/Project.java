package dev.muster.coordinator.suite.project;

import dev.muster.common.config.ProjectConfig;
import dev.muster.coordinator.suite.source.Fault;
import java.util.List;

/**
 * A configuration as read.
 *
 * @param config what could be understood of it; enough to look for the faults of a suite as well
 * @param faults in file order; a run starts only when there are none
 */
public record Project(ProjectConfig config, List<Fault> faults) {

    public Project {
        faults = List.copyOf(faults);
    }
}
