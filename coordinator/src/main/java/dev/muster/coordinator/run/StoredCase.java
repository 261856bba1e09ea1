package dev.muster.coordinator.run;

import module java.base;
import dev.muster.common.message.CaseRef;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Spent;
import org.jspecify.annotations.Nullable;

/**
 * A case's result as stored.
 *
 * @param seq its place in the order of results, from 1
 * @param attempt the one that became the result
 * @param worker null when no worker reported it
 * @param earlier attempts that did not become the result, oldest first
 */
public record StoredCase(CaseRef ref, long seq, int attempt, @Nullable String worker, CaseResult result,
        List<Earlier> earlier) {

    public StoredCase {
        earlier = List.copyOf(earlier);
    }

    /** @param kind {@code retried}, {@code superseded} or {@code worker_lost} */
    public record Earlier(int attempt, String kind, String status, String cause, @Nullable String error,
            String worker, @Nullable Instant startedAt, @Nullable Long durationMs, Spent spent) {

        /** Older coordinators don't report what it spent. */
        public Earlier {
            spent = Objects.requireNonNullElse(spent, Spent.UNKNOWN);
        }
    }
}
