package dev.muster.worker.talk;

import dev.muster.common.result.Cause;

/**
 * Why there is no verdict.
 *
 * @param error the failure table's text
 */
record Trouble(Cause cause, String error) {}
