package dev.muster.coordinator.run;

import module java.base;
import dev.muster.common.bundle.CaseFiles;

/**
 * The requirements of a run's cases on their worker.
 *
 * @param env names of environment variables in their texts
 * @param switches features that a worker must allow
 * @param files where hooks and scripts are
 */
public record CaseNeeds(Set<String> env, Set<String> switches, CaseFiles files) {

    public static final CaseNeeds NONE = new CaseNeeds(Set.of(), Set.of(), new CaseFiles.None());

    public CaseNeeds {
        env = Set.copyOf(env);
        switches = Set.copyOf(switches);
    }
}
