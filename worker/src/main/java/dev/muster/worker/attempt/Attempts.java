package dev.muster.worker.attempt;

import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.result.CaseResult;
import dev.muster.worker.call.CallGate;

/** Runs attempts. */
public interface Attempts {

    /**
     * Runs one attempt on the calling virtual thread. Every failure of the agent or the case is a result.
     *
     * @throws InterruptedException when the attempt is stopped from outside
     */
    Attempted run(CaseOrder order, CallGate gate) throws InterruptedException;

    /** @param again whether another attempt may end differently */
    record Attempted(CaseResult result, boolean again) {}

    /** Returns the result to report for an attempt that was stopped before it had one. */
    CaseResult stopped(CaseOrder order, Stopped why);

    /** Returns the result to report for an attempt that was lost with its process; a sentence says how. */
    CaseResult lost(CaseOrder order, String how);

    /** Why there is no verdict. */
    enum Stopped {
        CANCELLED,
        WORKER_LOST
    }
}
