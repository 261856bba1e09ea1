package dev.muster.coordinator.pages.api;

import module java.base;
import dev.muster.common.json.Flat;
import dev.muster.coordinator.run.StoredRun;
import org.jspecify.annotations.Nullable;

/**
 * A run in a list.
 *
 * @param passRate passed of the results that count in rates; null when there is none
 */
public record RunRow(String id, String state, Names names, @Nullable String stopReason, boolean paused, Counts counts,
        @Nullable Double passRate, @Nullable BigDecimal costUsd, Times times) {

    /**
     * @param suite what its cases are, as a baseline knows them; null for a part of a suite
     * @param project null for none
     */
    @Flat
    public record Names(String agents, List<String> inputs, @Nullable String suite, @Nullable String project,
            Map<String, String> labels, @Nullable String owner, @Nullable String parent) {}

    @Flat
    public record Counts(int total, int passed, int failed, int error, int flaky, int skipped, int cancelled) {}

    /** @param durationMs without pauses; so far while it is under way */
    @Flat
    public record Times(@Nullable Instant createdAt, @Nullable Instant startedAt, @Nullable Instant finishedAt,
            @Nullable Long durationMs) {}

    static RunRow of(StoredRun run) {
        var counts = run.counts();
        var about = run.settings().about();
        return new RunRow(run.id(), run.state().wire(),
                new Names(run.agent(), run.settings().inputs(), about.suite(), about.project(), about.labels(),
                        run.owner(),
                        run.parent()),
                run.stopReason(), run.paused(),
                new Counts(counts.total(), counts.passed(), counts.failed(), counts.errors(), counts.flaky(),
                        counts.skipped(), counts.cancelled()),
                counts.passRate().isPresent() ? counts.passRate().getAsDouble() : null, run.costUsd(),
                new Times(run.createdAt(), run.startedAt(), run.finishedAt(), run.ran() == null ? null
                        : run.ran().toMillis()));
    }
}
