package dev.muster.common.message;

import dev.muster.common.result.CaseResult;
import java.util.Objects;

/**
 * A worker's report of one attempt. Whether it is the case's verdict, the coordinator decides.
 *
 * @param worker the worker's name, for people
 * @param incarnation who held it
 * @param again another attempt may find something else (the failure table's "tried again: the case")
 */
public record AttemptFinished(String fleet, long epoch, String worker, String incarnation, CaseRef ref,
        Dispatch dispatch, int attempt, CaseResult result, boolean again) {

    /** A report that lacks what it is judged by can't be read. */
    public AttemptFinished {
        Objects.requireNonNull(worker, "worker");
        Objects.requireNonNull(incarnation, "incarnation");
        Objects.requireNonNull(ref.run(), "run");
        Objects.requireNonNull(dispatch, "dispatch");
        Objects.requireNonNull(result, "result");
    }
}
