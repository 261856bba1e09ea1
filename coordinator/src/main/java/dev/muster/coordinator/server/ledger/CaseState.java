package dev.muster.coordinator.server.ledger;

import module java.base;
import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.store.EarlierAttempts;
import dev.muster.coordinator.store.LostAttempt;

/** The state of a case, pending, assigned or finished, and the transitions between them. */
public sealed interface CaseState {

    enum Loss {
        /** Its worker fell silent, or lost its connection. */
        WORKER,
        /** The same, with so many cases under way that each of them is hardly to blame. */
        CROWD,
        /** Its worker still beats, but the attempt did not come back long after its time limit. */
        OVERDUE,
        /** Its worker fell silent together with others: a rack or a network is to blame, not the case. */
        TOGETHER,
        /** Its worker had announced that it was draining: the case is not to blame. */
        DRAINING;

        /** Returns how a worker's cases were lost with it. */
        public static Loss of(int cases, boolean together) {
            if (together) {
                return TOGETHER;
            }
            return cases > LostAttempt.MOST_SUSPECTS ? CROWD : WORKER;
        }
    }

    /**
     * What stays with a case across its states.
     *
     * @param attempt number of the current or next attempt, from 1
     * @param retries attempts that ended for a retryable cause
     * @param losses attempts that were lost, with their worker or because they did not come back
     * @param overdue how many of the losses did not come back
     * @param failures attempts that failed and were not the last
     * @param returns how often this attempt came back without a report after a worker had passed its order
     * @param pauses attempts that say nothing, since their workers did not run for a while
     * @param crowded how many of the losses were shared by very many cases
     */
    record Progress(CaseRef ref, TestCase testCase, int attempt, int retries, int losses, int overdue, int failures,
            int returns, int pauses, int crowded) {

        public Progress(CaseRef ref, TestCase testCase, int attempt, int retries, int losses, int overdue,
                int failures) {
            this(ref, testCase, attempt, retries, losses, overdue, failures, 0, 0, 0);
        }

        private static final int SUSPICIOUS = 2;

        /** Whether the case itself may bring workers down; from then on it runs isolated. */
        public boolean suspect() {
            return losses >= SUSPICIOUS || losses > overdue + crowded;
        }

        Progress retried() {
            return new Progress(ref, testCase, attempt + 1, retries + 1, losses, overdue, failures, 0, pauses, crowded);
        }

        Progress lost(Loss how) {
            return switch (how) {
                case WORKER ->
                    new Progress(ref, testCase, attempt + 1, retries, losses + 1, overdue, failures, 0, pauses,
                            crowded);
                case CROWD ->
                    new Progress(ref, testCase, attempt + 1, retries, losses + 1, overdue, failures, 0, pauses,
                            crowded + 1);
                case OVERDUE ->
                    new Progress(ref, testCase, attempt + 1, retries, losses + 1, overdue + 1, failures, 0, pauses,
                            crowded);
                case DRAINING, TOGETHER ->
                    new Progress(ref, testCase, attempt + 1, retries, losses, overdue, failures, 0, pauses, crowded);
            };
        }

        Progress returned() {
            return new Progress(ref, testCase, attempt, retries, losses, overdue, failures, returns + 1, pauses,
                    crowded);
        }

        Progress paused() {
            return new Progress(ref, testCase, attempt + 1, retries, losses, overdue, failures, 0, pauses + 1, crowded);
        }

        Progress failed() {
            return new Progress(ref, testCase, attempt + 1, retries, losses, overdue, failures + 1, 0, pauses, crowded);
        }
    }

    /** Waits for a free slot, and not before a given moment. */
    record Pending(Progress progress, Instant notBefore) implements CaseState {

        /** Returns the state of a case that was tried before. */
        public static Pending after(EarlierAttempts past, CaseRef ref, TestCase testCase) {
            return new Pending(new Progress(ref, testCase, past.attempts() + 1, past.retries(), past.losses(),
                    past.overdue(), past.failures(), 0, 0, past.crowded()), Instant.MIN);
        }

        public CaseRef ref() {
            return progress.ref();
        }

        Assigned assign(String incarnation, Dispatch dispatch, Instant now) {
            return new Assigned(progress, incarnation, dispatch, Assigned.NOT_KNOWN, now);
        }
    }

    /** @param orderOffset inbox offset at or after the order; {@link #NOT_KNOWN} until the order is written */
    record Assigned(Progress progress, String incarnation, Dispatch dispatch, long orderOffset, Instant since)
            implements
                CaseState {

        public static final long NOT_KNOWN = Long.MAX_VALUE;
        /** Before everything that the worker reads: it already took the order. */
        public static final long TAKEN = -1;

        public CaseRef ref() {
            return progress.ref();
        }

        Assigned orderedAt(long offset) {
            return new Assigned(progress, incarnation, dispatch, offset, since);
        }

        /** The worker never ran it, or gave it back: the same attempt becomes pending again. */
        Pending handedBack() {
            return new Pending(progress, Instant.MIN);
        }

        /** A worker passed its order, and neither holds nor reported it. */
        Pending returned() {
            return new Pending(progress.returned(), Instant.MIN);
        }

        /** The attempt ended without a verdict for a retryable cause. */
        Pending goesAgain(Instant notBefore) {
            return new Pending(progress.retried(), notBefore);
        }

        Pending lost(Loss how) {
            return new Pending(progress.lost(how), Instant.MIN);
        }

        Pending paused() {
            return new Pending(progress.paused(), Instant.MIN);
        }

        Pending failed() {
            return new Pending(progress.failed(), Instant.MIN);
        }

        Finished finish() {
            return new Finished(progress.ref());
        }
    }

    /** The case has its one result. */
    record Finished(CaseRef ref) implements CaseState {}
}
