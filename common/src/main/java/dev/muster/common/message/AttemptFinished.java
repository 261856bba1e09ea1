package dev.muster.common.message;

import module java.base;
import dev.muster.common.block.ReportedResult;
import dev.muster.common.result.CaseResult;
import org.jspecify.annotations.Nullable;

/**
 * A worker's report of one attempt. The coordinator decides whether it is the case's verdict.
 *
 * @param again whether another attempt may end differently (the failure table's "tried again: the case")
 * @param ticket of the order
 */
public record AttemptFinished(String fleet, long epoch, String worker, String incarnation, CaseRef ref,
        Dispatch dispatch, int attempt, ReportedResult result, boolean again, @Nullable String ticket) {

    public AttemptFinished {
        Objects.requireNonNull(worker, "worker");
        Objects.requireNonNull(incarnation, "incarnation");
        Objects.requireNonNull(ref.run(), "run");
        Objects.requireNonNull(dispatch, "dispatch");
        Objects.requireNonNull(result, "result");
    }

    public AttemptFinished(String fleet, long epoch, String worker, String incarnation, CaseRef ref, Dispatch dispatch,
            int attempt, CaseResult result, boolean again, @Nullable String ticket) {
        this(fleet, epoch, worker, incarnation, ref, dispatch, attempt, ReportedResult.of(result), again, ticket);
    }

    public AttemptFinished with(ReportedResult other) {
        return new AttemptFinished(fleet, epoch, worker, incarnation, ref, dispatch, attempt, other, again, ticket);
    }
}
