package dev.muster.coordinator.analysis.figures;

import module java.base;
import dev.muster.coordinator.run.StoredCase;
import org.jspecify.annotations.Nullable;

/**
 * A summary of a run that is too long to show every result.
 *
 * @param counts by cell number
 * @param paid for all its attempts
 * @param unwell the first cases of each cause that failed, broke or were flaky
 * @param labelled for each label of cases
 * @param durations null when no agent was called
 * @param slowest the slowest result of each of the slowest cases, slowest first
 * @param first all results of the first cases that did not pass, in order; failures before skipped ones
 */
public record Digest(String run, Map<Integer, List<Count>> counts, int conversations, long turns, Paid paid,
        List<CaseFailure> unwell, List<LabelCount> labelled, @Nullable Spread durations, List<SlowCase> slowest,
        List<StoredCase> first) {

    /** Returns how many did not pass in addition to the {@link #first()}. */
    public long more() {
        return counts.values().stream().flatMap(List::stream).filter(Count::isListed).mapToLong(Count::results).sum()
                - first.stream().map(each -> each.result().verdict())
                        .filter(each -> Count.isListed(each.status(), each.cause())).count();
    }
}
