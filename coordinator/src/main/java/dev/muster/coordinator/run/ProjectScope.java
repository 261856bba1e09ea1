package dev.muster.coordinator.run;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * Whose runs are looked at.
 *
 * @param everything those of every project
 * @param project its name; null for runs without a project
 * @param older whether runs without a project count, too: it has none of its own yet
 * @param suites which of those; null for all of them
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; statements take it as an array
public record ProjectScope(boolean everything, @Nullable String project, boolean older, String @Nullable [] suites) {

    public static final ProjectScope ALL = new ProjectScope(true, null, false, null);

    /** The runs of a project; of those without one for null. */
    public static ProjectScope of(@Nullable String project) {
        return new ProjectScope(false, project, false, null);
    }

    /** Says that it has no run, and how to look at others. */
    public String nothing() {
        return (project == null ? "no run without a project" : "no run of project " + project)
                + " is stored; --all shows every project";
    }

    /** @param some suites, by their hash; null for every suite */
    public ProjectScope withOlder(String @Nullable [] some) {
        return new ProjectScope(everything, project, true, some);
    }
}
