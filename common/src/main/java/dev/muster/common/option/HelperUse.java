package dev.muster.common.option;

/**
 * A simulator, validator or script at work for a case.
 *
 * @param use who
 * @param options what it is told; its metadata beats what Muster tells it, but for the names of test and session
 */
public record HelperUse(Reference use, Options options) {}
