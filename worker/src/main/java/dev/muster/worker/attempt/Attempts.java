package dev.muster.worker.attempt;

import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.result.CaseResult;

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

    /** Lets calls to agents begin, or holds them back while the worker can't know that it is still wanted. */
    @FunctionalInterface
    interface Gate {
        void pass() throws InterruptedException;
    }

    /** Why there is no verdict. */
    enum Stopped {
        CANCELLED,
        WORKER_LOST
    }
}
