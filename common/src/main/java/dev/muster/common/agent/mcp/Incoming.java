package dev.muster.common.agent.mcp;

import dev.muster.common.agent.AgentFailure;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Something that arrives over the connection to a server. */
sealed interface Incoming {
    /** A message from the server. */
    record Message(JsonNode json, String text) implements Incoming {}

    /**
     * The end of the answer to a message.
     *
     * @param key of the message that was sent
     * @param failure null for none
     * @param error of JSON-RPC, in the body of a refusal; missing for none
     */
    record Ended(String key, @Nullable AgentFailure failure, JsonNode error) implements Incoming {
        Ended(String key) {
            this(key, null, JsonNodeFactory.instance.missingNode());
        }
    }
}
