package dev.muster.coordinator.store;

import module java.base;
import dev.muster.coordinator.run.StoredCase;

/**
 * Results of one run that were added together.
 *
 * @param after the run's newest sequence number before them
 * @param upTo its newest sequence number now; there may be gaps
 */
record StoredBatch(String run, LocalDate day, long after, long upTo, List<Sized> results) {

    StoredBatch {
        results = List.copyOf(results);
    }

    /**
     * A result without its other attempts.
     *
     * @param bytes size of its details as text
     */
    record Sized(StoredCase result, int bytes) {}

    static StoredBatch of(String run, VerdictRows.Added added, int[] sizes) {
        var results = new ArrayList<Sized>(sizes.length);
        for (var each : added.verdicts()) {
            var verdict = each.verdict();
            results.add(new Sized(new StoredCase(verdict.ref(), each.seq(), verdict.attempt(), verdict.worker(),
                    verdict.result(), List.of()), sizes[results.size()]));
        }
        return new StoredBatch(run, added.day(), added.after(), added.upTo(), results);
    }
}
