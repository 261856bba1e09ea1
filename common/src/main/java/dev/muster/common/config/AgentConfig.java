package dev.muster.common.config;

import dev.muster.common.option.AwaitingRules;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An agent under test, or a helper. Header values and the url may hold {@code ${ENV.NAME}}, resolved on the worker.
 *
 * @param protocol {@code ag-ui}, {@code openai} or {@code yao}
 * @param url null for an openai agent that uses its connector's
 * @param connector openai: the model endpoint; null when the agent has its own url
 * @param model openai: overrides the connector's; null for that. yao: the connector; null leaves it to the agent
 * @param instructions openai, yao: the system message; null for none
 * @param description told to generators; null when there is none
 * @param announceVersion AG-UI: whether to send {@code protocolVersion}
 * @param helper not a target unless named
 * @param concurrency most calls at once over the whole fleet; 0 for no limit
 * @param assistant yao: which of the agents behind the url; null when the url alone says it
 * @param tools told to generators: names, or objects with a name
 * @param requestsPerMinute most calls that may begin in a minute over the whole fleet; 0 for no limit
 * @param manners how a conversation with it goes
 */
public record AgentConfig(Protocol protocol, @Nullable String url, Map<String, String> headers,
        @Nullable String connector, @Nullable String model, @Nullable String instructions,
        @Nullable String description, boolean announceVersion, boolean helper, int concurrency,
        @Nullable String assistant, List<JsonNode> tools, int requestsPerMinute, Manners manners) {

    /**
     * How a conversation with an agent goes.
     *
     * @param awaiting how it is taken to wait for its user
     * @param hearsDocument as a helper over yao: what it is told is one document, not the conversation as messages
     */
    public record Manners(AwaitingRules awaiting, boolean hearsDocument) {

        public static final Manners USUAL = new Manners(AwaitingRules.NONE, false);
    }

    public AgentConfig {
        manners = Objects.requireNonNullElse(manners, Manners.USUAL);
        headers = Map.copyOf(headers);
        tools = List.copyOf(Objects.requireNonNullElse(tools, List.of()));
    }

    /** One with the usual manners. */
    public AgentConfig(Protocol protocol, @Nullable String url, Map<String, String> headers,
            @Nullable String connector, @Nullable String model, @Nullable String instructions,
            @Nullable String description, boolean announceVersion, boolean helper, int concurrency,
            @Nullable String assistant, List<JsonNode> tools, int requestsPerMinute) {
        this(protocol, url, headers, connector, model, instructions, description, announceVersion, helper,
                concurrency, assistant, tools, requestsPerMinute, Manners.USUAL);
    }

    /** One that may be called as often as there is time for. */
    public AgentConfig(Protocol protocol, @Nullable String url, Map<String, String> headers,
            @Nullable String connector, @Nullable String model, @Nullable String instructions,
            @Nullable String description, boolean announceVersion, boolean helper, int concurrency,
            @Nullable String assistant, List<JsonNode> tools) {
        this(protocol, url, headers, connector, model, instructions, description, announceVersion, helper,
                concurrency, assistant, tools, 0);
    }

    /** One whose tools nobody is told. */
    public AgentConfig(Protocol protocol, @Nullable String url, Map<String, String> headers,
            @Nullable String connector, @Nullable String model, @Nullable String instructions,
            @Nullable String description, boolean announceVersion, boolean helper, int concurrency,
            @Nullable String assistant) {
        this(protocol, url, headers, connector, model, instructions, description, announceVersion, helper,
                concurrency, assistant, List.of());
    }

    /** A helper that is nothing but a connector. */
    public static AgentConfig of(String connector) {
        return new AgentConfig(Protocol.OPENAI, null, Map.of(), connector, null, null, null, false, true, 0, null);
    }

    /** As workers need it: what only generators are told does not travel with every case. */
    public AgentConfig withoutTools() {
        return tools.isEmpty() ? this
                : new AgentConfig(protocol, url, headers, connector, model, instructions, description,
                        announceVersion, helper, concurrency, assistant, List.of(), requestsPerMinute,
                        manners);
    }

    /** The same, called at most so often. */
    public AgentConfig atMost(int callsPerMinute) {
        return new AgentConfig(protocol, url, headers, connector, model, instructions, description, announceVersion,
                helper, concurrency, assistant, tools, callsPerMinute, manners);
    }

    /** The same with these manners. */
    public AgentConfig with(Manners other) {
        return new AgentConfig(protocol, url, headers, connector, model, instructions, description, announceVersion,
                helper, concurrency, assistant, tools, requestsPerMinute, other);
    }
}
