package dev.muster.coordinator.suite.pick;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * What decides about a case before the rest of it is read.
 *
 * @param file relative to the project root
 * @param agent the agent that the case names itself; null when it names none
 * @param table the id that the cases of all rows of its table begin with; null when it is no row's
 */
public record Candidate(String file, String id, @Nullable String name, Map<String, String> labels,
        @Nullable String agent, @Nullable String table) {

    /** Creates a candidate that is no row's. */
    public Candidate(String file, String id, @Nullable String name, Map<String, String> labels,
            @Nullable String agent) {
        this(file, id, name, labels, agent, null);
    }

    /** Returns its identity across runs. */
    public String key() {
        return file + "#" + id;
    }
}
