package dev.muster.worker.attempt;

import dev.muster.common.result.CaseResult;

/** @param again whether another attempt may end differently */
public record Attempted(CaseResult result, boolean again) {}
