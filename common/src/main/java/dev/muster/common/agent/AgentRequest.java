package dev.muster.common.agent;

import module java.base;
import dev.muster.common.model.Message;
import dev.muster.common.option.Options;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The input of one call.
 *
 * @param endpoint the endpoint, with headers already resolved (they may hold secrets: never log them)
 * @param conversationId the same for all calls of one dispatch of a case (AG-UI threadId)
 * @param runId new for each call (AG-UI runId)
 * @param messages the whole history; the last one is what the agent answers
 * @param continuation what the call continues from
 * @param helper whether a generator, a simulator, a judge or a reporter is called, not the agent under test
 * @param format of the answer; null for a text
 */
public record AgentRequest(Endpoint endpoint, String conversationId, String runId, List<Message> messages,
        Options options, StreamBounds bounds, List<ToolOffer> tools, Continuation continuation,
        boolean helper, @Nullable AnswerFormat format) {

    public AgentRequest {
        messages = List.copyOf(messages);
        tools = List.copyOf(tools);
    }

    /** The first call of a conversation, or its only one. */
    public AgentRequest(Endpoint endpoint, String conversationId, String runId, List<Message> messages,
            Options options, StreamBounds bounds) {
        this(endpoint, conversationId, runId, messages, options, bounds, List.of(), Continuation.NONE, false, null);
    }

    public AgentRequest withTools(List<ToolOffer> offered) {
        return new AgentRequest(endpoint, conversationId, runId, messages, options, bounds, offered, continuation,
                helper, format);
    }

    public AgentRequest toHelper() {
        return new AgentRequest(endpoint, conversationId, runId, messages, options, bounds, tools, continuation, true,
                format);
    }

    public AgentRequest continuing(Continuation from) {
        return new AgentRequest(endpoint, conversationId, runId, messages, options, bounds, tools, from, helper,
                format);
    }

    /** Returns this request with other messages, for another kind of answer. */
    public AgentRequest withFormat(@Nullable AnswerFormat other, List<Message> others) {
        return new AgentRequest(endpoint, conversationId, runId, others, options, bounds, tools, continuation, helper,
                other);
    }

    /** Returns a copy of what the protocol keeps from call to call; empty for the first one. */
    public ObjectNode memory() {
        return continuation.memory() instanceof ObjectNode kept ? kept.deepCopy()
                : JsonNodeFactory.instance.objectNode();
    }

    /** Returns how many calls the conversation has so far, to number those without an id. */
    public int callsBefore() {
        return messages.stream().mapToInt(message -> message.toolCalls().size()).sum();
    }

    /** Whether the caller answers the calls of this tool. */
    public boolean offers(String tool) {
        return tools.stream().anyMatch(offer -> offer.name().equals(tool));
    }

    /**
     * The state that a call continues from.
     *
     * @param state AG-UI: the shared state, as the last reply reported it; openai: appended to the last user message as
     *            a
     *     JSON part; null for none
     * @param resume answers to every interrupt of the previous reply
     * @param parentRunId AG-UI: the earlier run that this one follows or branches off; null for none
     * @param answer the structured answer of this turn; null where it says something
     * @param memory what the protocol itself keeps from call to call, as the last reply gave it; null for none
     */
    public record Continuation(@Nullable JsonNode state, List<Interrupt.Resume> resume, @Nullable String parentRunId,
            @Nullable JsonNode memory, @Nullable JsonNode answer) {

        public static final Continuation NONE = new Continuation(null, List.of(), null, null, null);
    }

    /**
     * A tool that the caller provides and answers itself.
     *
     * @param description for the model; null when there is none
     * @param parameters JSON Schema of the arguments, an object; null for any
     */
    public record ToolOffer(String name, @Nullable String description, @Nullable JsonNode parameters) {

        /** Returns the parameters, or a schema that accepts any object. */
        public JsonNode schema() {
            if (parameters != null) {
                return parameters;
            }
            ObjectNode any = JsonNodeFactory.instance.objectNode().put("type", "object");
            any.putObject("properties");
            return any;
        }
    }
}
