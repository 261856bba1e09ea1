package dev.muster.coordinator.store;

import module java.base;
import dev.muster.common.block.ReportedResult;
import dev.muster.common.config.Keeping.Replies;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Spent;
import dev.muster.common.result.Verdict;
import dev.muster.coordinator.run.RunState;
import dev.muster.coordinator.run.Stop;
import org.jspecify.annotations.Nullable;

/**
 * A decision of the leading coordinator for the store to keep, in the order of the decisions. Two are not stored:
 * {@link Then} and {@link Freed} are actions that wait for what is before them.
 */
public sealed interface Settlement {

    /** A case's one result. */
    record CaseVerdict(CaseRef ref, int attempt, Dispatch dispatch, @Nullable String worker, ReportedResult result)
            implements
                Settlement {

        public CaseVerdict(CaseRef ref, int attempt, Dispatch dispatch, @Nullable String worker, CaseResult result) {
            this(ref, attempt, dispatch, worker, ReportedResult.of(result));
        }

        /** Returns this without replies that are not to be kept. */
        public CaseVerdict keeping(Replies replies) {
            return replies.keeps(result.passed()) ? this
                    : new CaseVerdict(ref, attempt, dispatch, worker, result.withoutReplies());
        }
    }

    /** Why an attempt did not become the result. */
    enum AttemptKind {
        RETRIED,
        SUPERSEDED,
        WORKER_LOST
    }

    /** An attempt that did not become the result. */
    record Attempt(CaseRef ref, Dispatch dispatch, int attempt, AttemptKind kind, String worker, String incarnation,
            Verdict verdict, @Nullable Instant startedAt, @Nullable Long durationMs,
            Spent spent) implements Settlement {}

    /** An attempt that was stored as retried becomes its case's result after all: no later one says more. */
    record Reinstated(Attempt attempt) implements Settlement {}

    /** A record that could not be read or matched. */
    @SuppressWarnings("ArrayRecordComponent") // stored at once, never compared
    record Aside(String topic, int partition, long offset, String key, String reason, byte[] payload)
            implements
                Settlement {}

    /**
     * What can only be a forgery or a bug.
     *
     * @param worker empty when unknown
     */
    record Suspicious(String worker, String what) implements Settlement {}

    /** A report of a run that is over, stored as an attempt; or of an unknown run, set aside. */
    record Stray(Attempt attempt, Aside aside) implements Settlement {}

    record Joined(String incarnation, String worker, long pid, int slots) implements Settlement {}

    record Left(String incarnation) implements Settlement {}

    /** A worker was given up, with an attempt for each case that it held; nothing that it reports counts any more. */
    record Fence(String incarnation, List<Attempt> lost) implements Settlement {}

    /** A decision that may take many rows of a run; verdicts of other runs are stored between them. */
    sealed interface InPortions extends Settlement {
        String run();
    }

    /** The run has all the results it will get; cases without one were cancelled. */
    record RunOver(String run, RunState state, @Nullable String reason) implements InPortions {}

    /** The run is being stopped, whichever coordinator leads. */
    record Stopping(String run, Stop stop) implements Settlement {}

    record Paused(String run, boolean paused) implements Settlement {}

    record Reopened(String run) implements InPortions {}

    /** Everything before this in {@code workers} was read. */
    record ReadUpTo(long offset) implements Settlement {}

    /** Everything before this in {@code results} was processed. */
    record ReadTo(Map<Integer, Long> offsets) implements Settlement {
        public ReadTo {
            offsets = Map.copyOf(offsets);
        }
    }

    /**
     * An action to run once everything before it is in PostgreSQL.
     *
     * @param run whose end or reopening it waits for, too; the other actions don't wait for {@link InPortions}
     */
    record Then(Runnable next, @Nullable String run) implements Settlement {
        public Then(Runnable next) {
            this(next, null);
        }
    }

    /** Releases the memory of the decisions before it; not worth a transaction by itself. */
    record Freed(Runnable next) implements Settlement {}
}
