package dev.muster.coordinator.run;

import module java.base;
import dev.muster.common.json.Ordered;
import org.jspecify.annotations.Nullable;

/**
 * What identifies a run among others, and how much of its suite it has.
 *
 * @param labels such as branch and commit, in the order given
 * @param key a name that only one run may have; null for none
 * @param seed the start of every random choice
 * @param part how its cases were picked from its inputs, as the user wrote it; null when it has all of them
 * @param baseline the run, or the result file, that it is held against; null to search for runs
 * @param suite the same for runs of the same inputs; null when nobody told
 */
public record About(Map<String, String> labels, @Nullable String key, long seed, @Nullable String part,
        @Nullable String baseline, @Nullable String suite) {

    /** The labels that say which runs a run is held against. */
    public static final String BRANCH = "branch";
    public static final String BASE_BRANCH = "base_branch";

    public static final long SEED = 1;

    public static final About NOTHING = new About(Map.of(), null, SEED, null, null, null);

    public About {
        labels = Ordered.copy(labels);
    }

    public About(Map<String, String> labels, @Nullable String key, long seed, @Nullable String part,
            @Nullable String baseline) {
        this(labels, key, seed, part, baseline, null);
    }

    public About ofSuite(String inputs) {
        return new About(labels, key, seed, part, baseline, inputs);
    }

    public About against(@Nullable String other) {
        return new About(labels, key, seed, part, other, suite);
    }

    /** Whether the baseline is a result file, which only a client can read. */
    public boolean againstFile() {
        return baseline != null && (baseline.endsWith(".json") || baseline.endsWith(".jsonl"));
    }
}
