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
 * @param baseline the run that newly failing cases are looked up in, as the user named it; null to search for one
 */
public record About(Map<String, String> labels, @Nullable String key, long seed, @Nullable String part,
        @Nullable String baseline) {

    public static final long SEED = 1;

    public static final About NOTHING = new About(Map.of(), null, SEED, null, null);

    public About {
        labels = Ordered.copy(labels);
    }

    /** @param some what its cases are a part of; null when it has all of them */
    public About of(@Nullable String some) {
        return new About(labels, key, seed, some, baseline);
    }
}
