package dev.muster.worker.conversation;

import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.Usage;
import dev.muster.common.result.TurnResult.Times;

/**
 * What came of saying something to the target.
 *
 * @param outcome of all calls that it took, as one
 * @param runId of the last call
 * @param sentNanos when the first call was sent, on the monotonic clock
 * @param durationMs to the end of the answer, less waiting for limits
 * @param used by all these calls, also by one that failed
 * @param times from sending to the end, on the clock on the wall
 */
record CallResult(AgentOutcome outcome, String runId, long sentNanos, long durationMs, Usage used,
        Times times) {}
