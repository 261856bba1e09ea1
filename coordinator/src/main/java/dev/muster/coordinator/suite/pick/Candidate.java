package dev.muster.coordinator.suite.pick;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * What decides about a case before the rest of it is read.
 *
 * @param file relative to the project root
 * @param agent the agent that the case names itself; null when it names none
 */
public record Candidate(String file, String id, @Nullable String name, Map<String, String> labels,
        @Nullable String agent) {

    /** Returns its identity across runs. */
    public String key() {
        return file + "#" + id;
    }
}
