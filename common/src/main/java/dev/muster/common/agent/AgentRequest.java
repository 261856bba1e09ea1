package dev.muster.common.agent;

import dev.muster.common.model.Message;
import dev.muster.common.option.Options;
import java.util.List;

/**
 * One call.
 *
 * @param endpoint where, with headers already resolved (they may hold secrets: never log them)
 * @param conversationId the same for all calls of one dispatch of a case (AG-UI threadId)
 * @param runId new for each call (AG-UI runId)
 * @param messages the whole history; the last one is what the agent answers
 * @param options passed on as the protocol allows
 * @param bounds on the stream of the answer
 */
public record AgentRequest(Endpoint endpoint, String conversationId, String runId, List<Message> messages,
        Options options, StreamBounds bounds) {

    public AgentRequest {
        messages = List.copyOf(messages);
    }
}
