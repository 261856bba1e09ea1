package dev.muster.common.config;

import module java.base;
import dev.muster.common.option.AwaitingRules;
import org.jspecify.annotations.Nullable;

/**
 * The behavior of an agent in a conversation.
 *
 * @param hearsDocument whether, as a helper over yao, it receives one document instead of the conversation as
 *     messages
 * @param stream openai: false asks for each answer in one piece; null streams
 */
public record AgentBehavior(AwaitingRules awaiting, boolean hearsDocument, @Nullable Boolean stream) {

    public static final AgentBehavior USUAL = new AgentBehavior(AwaitingRules.NONE, false);

    /** Creates those of an agent whose answers are requested as streams. */
    public AgentBehavior(AwaitingRules awaiting, boolean hearsDocument) {
        this(awaiting, hearsDocument, null);
    }

    /** Returns the same with other signs of an agent that waits. */
    public AgentBehavior with(AwaitingRules other) {
        return new AgentBehavior(other, hearsDocument, stream);
    }
}
