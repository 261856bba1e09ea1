package dev.muster.coordinator.server.ledger;

import dev.muster.common.message.CaseRef;
import dev.muster.common.message.Dispatch;
import dev.muster.common.model.TestCase;
import dev.muster.coordinator.run.EarlierAttempts;
import java.time.Instant;

/** The three states of a case, and the moves between them. */
public sealed interface CaseState {

    CaseRef ref();

    /**
     * What moves with a case from state to state.
     *
     * @param attempt number of the present or next attempt, from 1
     * @param retries attempts that ended for a cause that goes round again
     * @param losses attempts that were lost, with their worker or because they did not come back
     * @param overdue those of them that did not come back
     * @param failures attempts that failed and were not the last
     */
    record Course(CaseRef ref, TestCase testCase, int attempt, int retries, int losses, int overdue, int failures) {

        /** Losses that make a case a suspect. */
        private static final int SUSPICIOUS = 2;

        /** Whether it may be the case itself that takes workers along: it runs alone from here on. */
        public boolean suspect() {
            return losses >= SUSPICIOUS;
        }

        Course retried() {
            return new Course(ref, testCase, attempt + 1, retries + 1, losses, overdue, failures);
        }

        Course lost(Loss how) {
            return switch (how) {
                case WORKER -> new Course(ref, testCase, attempt + 1, retries, losses + 1, overdue, failures);
                case OVERDUE -> new Course(ref, testCase, attempt + 1, retries, losses + 1, overdue + 1, failures);
                case DRAINING, TOGETHER -> new Course(ref, testCase, attempt + 1, retries, losses, overdue, failures);
            };
        }

        Course failed() {
            return new Course(ref, testCase, attempt + 1, retries, losses, overdue, failures + 1);
        }
    }

    /** Waits for a free slot, not before a moment. */
    record Pending(Course course, Instant notBefore) implements CaseState {

        public static Pending fresh(CaseRef ref, TestCase testCase) {
            return after(EarlierAttempts.NONE, ref, testCase);
        }

        /** A case that was tried before. */
        public static Pending after(EarlierAttempts past, CaseRef ref, TestCase testCase) {
            return new Pending(new Course(ref, testCase, past.attempts() + 1, past.retries(), past.losses(), 0,
                    past.failures()), Instant.MIN);
        }

        @Override
        public CaseRef ref() {
            return course.ref();
        }

        Assigned assign(String incarnation, Dispatch dispatch, Instant now) {
            return new Assigned(course, incarnation, dispatch, Assigned.NOT_KNOWN, now);
        }
    }

    /**
     * Handed to a worker.
     *
     * @param orderOffset inbox offset at or before which the order lies; {@link #NOT_KNOWN} while it is on its way
     */
    record Assigned(Course course, String incarnation, Dispatch dispatch, long orderOffset, Instant since)
            implements
                CaseState {

        public static final long NOT_KNOWN = Long.MAX_VALUE;
        /** Before everything that the worker reads: it took the order already. */
        public static final long TAKEN = -1;

        @Override
        public CaseRef ref() {
            return course.ref();
        }

        Assigned orderedAt(long offset) {
            return new Assigned(course, incarnation, dispatch, offset, since);
        }

        /** The worker never ran it, or gave it back: the same attempt, once more. */
        Pending handedBack() {
            return new Pending(course, Instant.MIN);
        }

        /** The attempt ended without a verdict for a cause that goes round again. */
        Pending goesAgain(Instant notBefore) {
            return new Pending(course.retried(), notBefore);
        }

        /** The attempt was lost. */
        Pending lost(Loss how) {
            return new Pending(course.lost(how), Instant.MIN);
        }

        /** It failed, and is tried again. */
        Pending failed() {
            return new Pending(course.failed(), Instant.MIN);
        }

        Finished finish() {
            return new Finished(course.ref());
        }
    }

    /** Has its one result. */
    record Finished(CaseRef ref) implements CaseState {}
}
