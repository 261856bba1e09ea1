package dev.muster.coordinator.store;

import module java.base;

/**
 * What was freed, or would be.
 *
 * @param days days whose partitions were dropped
 * @param bytes size of dropped partitions and deleted files; space of rows deleted one by one is reused later
 * @param workers deleted workers, which had left
 * @param setAside deleted records, which could not be read
 */
public record PrunedAmounts(int runs, int days, long bytes, int files, int workers, int setAside) {

    static PrunedAmounts of(PrunePlan plan, List<Long> days, LeftoversFound left) {
        return new PrunedAmounts(plan.runs().size(), days.size(),
                days.stream().mapToLong(Long::longValue).sum() + left.bytes(), left.files().size(), left.workers(),
                left.setAside());
    }
}
