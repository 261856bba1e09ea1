package dev.muster.worker.ratelimit;

import module java.base;
import dev.muster.common.agent.AgentFailure;
import dev.muster.common.agent.AgentOutcome;
import dev.muster.common.message.WorkerMessage.Calls;

/** Counts the outcomes of one agent's calls since the last {@link #take}. */
final class CallTally {

    private int taken;
    private int busy;
    private long retryAfterMs;

    synchronized void add(AgentOutcome outcome) {
        if (outcome instanceof AgentFailure.Busy failure) {
            busy++;
            var asked = failure.retryAfter();
            retryAfterMs = Math.max(retryAfterMs, asked == null ? 0 : asked.toMillis());
        } else if (!(outcome instanceof AgentFailure.Unreachable)) {
            taken++;
        }
    }

    /** Returns the counts and resets them; empty when no call ended. */
    synchronized Optional<Calls> take(String address) {
        if (taken + busy == 0) {
            return Optional.empty();
        }
        var calls = new Calls(address, taken, busy, retryAfterMs);
        taken = 0;
        busy = 0;
        retryAfterMs = 0;
        return Optional.of(calls);
    }
}
