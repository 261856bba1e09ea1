package dev.muster.worker.attempt;

import dev.muster.common.message.InboxMessage.CaseOrder;
import dev.muster.common.result.CaseResult;
import dev.muster.common.result.Cause;
import dev.muster.common.result.Status;
import dev.muster.common.result.Verdict;
import dev.muster.worker.call.CallGate;

/** Runs attempts. */
public interface Attempts {

    /** The verdict on an attempt that the coordinator dropped. */
    Verdict CANCELLED = new Verdict(Status.CANCELLED, Cause.CANCELLED, "cancelled while it ran", null);

    /**
     * Runs one attempt on the calling virtual thread. Every failure of the agent or the case is a result.
     *
     * @throws InterruptedException when the attempt is stopped from outside
     */
    Attempted run(CaseOrder order, CallGate gate) throws InterruptedException;

    /** Returns the result to report for an attempt that ended without one. */
    CaseResult unfinished(CaseOrder order, Verdict why);

    /** Returns the result to report for an attempt that was lost with its process; a sentence says how. */
    default CaseResult lost(CaseOrder order, String how) {
        return unfinished(order, Verdict.error(Cause.WORKER_LOST, how));
    }
}
