package dev.muster.worker.attempt;

import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.result.CaseResult;
import dev.muster.common.time.Deadline;

/** Runs attempts. */
public interface Attempts {

    /**
     * Runs one attempt on the calling virtual thread. Every trouble of the agent or the case is a result.
     *
     * @param gate passed before each call to an agent
     * @throws InterruptedException when the attempt was stopped from outside
     */
    Attempted run(CaseOrder order, Gate gate) throws InterruptedException;

    /**
     * What an attempt found.
     *
     * @param again another attempt may find something else
     */
    record Attempted(CaseResult result, boolean again) {}

    /** What to report of an attempt that was stopped before it found anything. */
    CaseResult stopped(CaseOrder order, Stopped why);

    /**
     * What to report of an attempt that was lost with what it ran in.
     *
     * @param how a sentence
     */
    CaseResult lost(CaseOrder order, String how);

    /** Lets calls to agents begin, or holds them back while the worker can't know that it is still wanted. */
    @FunctionalInterface
    interface Gate {
        void pass() throws InterruptedException;

        /** The attempt waits from here on for what is not its own to hurry; that time is given back to it. */
        default void waits() {}

        /** The attempt goes on. */
        default void goesOn() {}

        /** By this the attempt, or the part of it that begins now, should have ended; time may be given back to it. */
        default void due(Deadline by) {}
    }

    /** Why there is no verdict. */
    enum Stopped {
        CANCELLED,
        WORKER_LOST
    }
}
