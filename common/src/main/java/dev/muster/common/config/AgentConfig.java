package dev.muster.common.config;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.muster.common.json.Flat;
import dev.muster.common.option.AwaitingRules;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An agent under test, or a helper. Header values and the url may hold {@code ${ENV.NAME}}, resolved on the worker.
 *
 * @param helper not a target unless named
 * @param manners how a conversation with it goes
 */
@JsonPropertyOrder({"protocol", "url", "headers", "connector", "model", "instructions", "description",
    "announce_version", "helper", "concurrency", "assistant", "tools", "requests_per_minute", "manners"})
public record AgentConfig(Endpoint endpoint, Prompt prompt, boolean helper, Limits limits, Manners manners) {

    /**
     * Where it is, and how it is spoken to.
     *
     * @param protocol {@code ag-ui}, {@code openai} or {@code yao}
     * @param url null for an openai agent that uses its connector's
     * @param connector openai: the model endpoint; null when the agent has its own url
     * @param model openai: overrides the connector's; null for that. yao: the connector; null leaves it to the agent
     * @param assistant yao: which of the agents behind the url; null when the url alone says it
     * @param announceVersion AG-UI: whether to send {@code protocolVersion}
     */
    @Flat
    public record Endpoint(Protocol protocol, @Nullable String url, Map<String, String> headers,
            @Nullable String connector, @Nullable String model, @Nullable String assistant, boolean announceVersion) {

        public Endpoint {
            headers = Map.copyOf(headers);
        }

        /** Nothing but its url. */
        public static Endpoint at(Protocol protocol, @Nullable String url) {
            return new Endpoint(protocol, url, Map.of(), null, null, null, true);
        }
    }

    /**
     * What it and others are told of it.
     *
     * @param instructions openai, yao: the system message; null for none
     * @param description told to generators; null when there is none
     * @param tools told to generators: names, or objects with a name
     */
    @Flat
    public record Prompt(@Nullable String instructions, @Nullable String description, List<JsonNode> tools) {

        public static final Prompt NONE = new Prompt(null, null, List.of());

        public Prompt {
            tools = List.copyOf(Objects.requireNonNullElse(tools, List.of()));
        }
    }

    /**
     * How much it takes, over the whole fleet.
     *
     * @param concurrency most calls at once; 0 for no limit
     * @param requestsPerMinute most calls that may begin in a minute; 0 for no limit
     */
    @Flat
    public record Limits(int concurrency, int requestsPerMinute) {

        public static final Limits NONE = new Limits(0, 0);
    }

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
    }

    /** A target of which no more is said. */
    public static AgentConfig at(Endpoint endpoint) {
        return new AgentConfig(endpoint, Prompt.NONE, false, Limits.NONE, Manners.USUAL);
    }

    /** A helper that is nothing but a connector. */
    public static AgentConfig of(String connector) {
        return new AgentConfig(new Endpoint(Protocol.OPENAI, null, Map.of(), connector, null, null, false), Prompt.NONE,
                true, Limits.NONE, Manners.USUAL);
    }

    /** As workers need it: what only generators are told does not travel with every case. */
    public AgentConfig withoutTools() {
        return prompt.tools().isEmpty() ? this
                : new AgentConfig(endpoint, new Prompt(prompt.instructions(), prompt.description(), List.of()), helper,
                        limits, manners);
    }

    /** The same within these limits. */
    public AgentConfig with(Limits other) {
        return new AgentConfig(endpoint, prompt, helper, other, manners);
    }

    /** The same with these manners. */
    public AgentConfig with(Manners other) {
        return new AgentConfig(endpoint, prompt, helper, limits, other);
    }
}
