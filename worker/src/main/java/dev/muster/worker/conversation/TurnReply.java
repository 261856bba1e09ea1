package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.agent.Usage;
import dev.muster.common.result.TurnTimes;

/**
 * The result of all calls for one message to the target.
 *
 * @param runId of the last call
 * @param sentNanos when the first call was sent, by the monotonic clock
 * @param durationMs to the end of the answer, minus waiting for limits
 * @param times from sending to the end, by the wall clock
 */
record TurnReply(AgentOutcome outcome, String runId, long sentNanos, long durationMs, Usage used, TurnTimes times) {}
