package dev.muster.coordinator.store;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * What is to be deleted, and which old runs stay.
 *
 * @param before runs before this are old; null when only the newest runs stay
 * @param kept one sentence for each old run that stays
 */
public record PrunePlan(List<PrunableRun> runs, @Nullable Instant before, List<String> kept) {
    /** In the order in which they can go: a part of a run before that run. */
    public List<PrunableRun> newestFirst() {
        return runs.reversed();
    }

    public long results() {
        return runs.stream().mapToLong(PrunableRun::results).sum();
    }
}
