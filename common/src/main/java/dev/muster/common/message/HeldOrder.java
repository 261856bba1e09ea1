package dev.muster.common.message;

/**
 * An order that a worker holds, as it tells a coordinator that did not give it.
 *
 * @param attempt from 1
 */
public record HeldOrder(CaseRef ref, Dispatch dispatch, int attempt) {}
