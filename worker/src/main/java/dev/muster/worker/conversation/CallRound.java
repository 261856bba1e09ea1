package dev.muster.worker.conversation;

import module java.base;
import dev.muster.common.agent.AgentReply;
import dev.muster.common.agent.ToolResult;

/** One call of a turn, and when it was sent, by the monotonic clock. */
record CallRound(AgentReply reply, long sentNanos) {

    CallRound with(List<ToolResult> results) {
        return new CallRound(CombinedReply.withResults(reply, results), sentNanos);
    }
}
