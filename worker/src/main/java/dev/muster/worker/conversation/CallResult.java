package dev.muster.worker.conversation;

import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.Usage;
import dev.muster.common.result.TurnResult.Times;

/**
 * The result of all calls for one message to the target.
 *
 * @param runId of the last call
 * @param sentNanos when the first call was sent, by the monotonic clock
 * @param durationMs to the end of the answer, minus waiting for limits
 * @param times from sending to the end, by the wall clock
 */
record CallResult(AgentOutcome outcome, String runId, long sentNanos, long durationMs, Usage used, Times times) {}
