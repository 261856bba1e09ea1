package dev.muster.common.message;

/** An order in flight on a worker, as reported to a coordinator that did not give it; attempts count from 1. */
public record HeldOrder(CaseRef ref, Dispatch dispatch, int attempt) {}
