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

    static StoredBatch of(VerdictRows.Added added, int[] sizes) {
        var results = new ArrayList<Sized>(sizes.length);
        for (int i = 0; i < sizes.length; i++) {
            var numbered = added.verdicts().get(i);
            var verdict = numbered.verdict();
            results.add(new Sized(new StoredCase(verdict.ref(), numbered.seq(), verdict.attempt(), verdict.worker(),
                    verdict.result(), List.of()), sizes[i]));
        }
        return new StoredBatch(added.run(), added.day(), added.after(), added.upTo(), results);
    }
}
