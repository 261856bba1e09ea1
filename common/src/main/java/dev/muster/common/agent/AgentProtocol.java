package dev.muster.common.agent;

import dev.muster.common.time.Deadline;
import java.util.function.Consumer;

/** Speaks one protocol. Does not retry, does not wait for limits: that lives once, around the protocols. */
public interface AgentProtocol {

    /**
     * Makes one call and reads its answer to the end, on the calling (virtual) thread.
     *
     * @param request what to say, and where
     * @param deadline passing it ends the call with {@link AgentFailure.Timeout}
     * @param events hears each event as it arrives, on the calling thread
     * @return a reply or a failure; expected troubles never throw
     * @throws InterruptedException when the case was cancelled; the call is closed
     */
    AgentOutcome call(AgentRequest request, Deadline deadline, Consumer<AgentEvent> events)
            throws InterruptedException;
}
