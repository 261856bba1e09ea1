package dev.muster.common.agent;

import module java.base;
import dev.muster.common.time.Deadline;

/** Speaks one protocol. Does not retry or wait for rate limits: one wrapper around all protocols does. */
public interface AgentProtocol {

    /**
     * Makes one call and reads its answer to the end, on the calling (virtual) thread.
     *
     * @param deadline when it passes, the call ends with {@link AgentFailure.Timeout}
     * @param events receives each event as it arrives, on the calling thread
     * @return a reply or a failure; expected failures never throw
     * @throws InterruptedException when the case was cancelled; the call is closed
     */
    AgentOutcome call(AgentRequest request, Deadline deadline, Consumer<AgentEvent> events)
            throws InterruptedException;

    /** Ends what a conversation kept open: a process, a WebSocket. */
    default void hangUp(Endpoint endpoint, String conversationId) {}
}
