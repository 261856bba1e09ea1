package dev.muster.common.message;

import dev.muster.common.result.CaseResult;

/**
 * A worker's report of one attempt. Whether it is the case's verdict, the coordinator decides.
 *
 * @param worker the worker's name, for people
 * @param incarnation who held it
 * @param again another attempt may find something else (the failure table's "tried again: the case")
 */
public record AttemptFinished(String fleet, long epoch, String worker, String incarnation, CaseRef ref,
        Dispatch dispatch, int attempt, CaseResult result, boolean again) {}
