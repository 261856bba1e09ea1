package dev.muster.common.config;

import module java.base;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.muster.common.json.Flat;
import dev.muster.common.json.Json;
import dev.muster.common.option.AwaitingRules;
import dev.muster.common.option.Shown;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An agent under test, or a helper. Header values and the URL may contain {@code ${ENV.NAME}}, resolved on the worker.
 *
 * @param helper whether it is a target only when named
 */
@JsonPropertyOrder({"protocol", "url", "headers", "connector", "model", "instructions", "description",
    "announce_version", "custom", "responses", "version", "helper", "concurrency", "assistant", "tools",
    "requests_per_minute",
    "manners"})
public record AgentConfig(Endpoint endpoint, Prompt prompt, boolean helper, Limits limits, Manners manners) {

    /**
     * The URL of an agent and how to call it.
     *
     * @param url null for an openai agent that uses its connector's
     * @param connector openai: the model endpoint; null when the agent has its own URL
     * @param model openai: overrides the connector's model; null uses that. yao: the connector; null leaves it to the
     *     agent
     * @param responses openai: null for Chat Completions
     * @param version mcp: the protocol's version; null to find it out
     * @param assistant yao: which of the agents behind the URL; null when the URL identifies the agent
     */
    @Flat
    public record Endpoint(Protocol protocol, @Nullable String url, Map<String, String> headers,
            @Nullable String connector, @Nullable String model, @Nullable String assistant, boolean announceVersion,
            @Nullable CustomAgent custom, @Nullable Responses responses, @Nullable String version) {

        /**
         * OpenAI's Responses API in place of Chat Completions.
         *
         * @param store whether the server keeps responses, so that a turn sends only what is new
         */
        public record Responses(boolean store) {}

        /** Creates the endpoint of a fixed protocol. */
        public Endpoint(Protocol protocol, @Nullable String url, Map<String, String> headers,
                @Nullable String connector, @Nullable String model, @Nullable String assistant,
                boolean announceVersion) {
            this(protocol, url, headers, connector, model, assistant, announceVersion, null, null, null);
        }

        /** Returns the names of the environment that it needs where it is called. */
        public Set<String> environment() {
            var names = new TreeSet<>(EnvReferences.in(url));
            headers.values().forEach(value -> names.addAll(EnvReferences.in(value)));
            if (custom != null) {
                names.addAll(EnvReferences.in(Json.MAPPER.writeValueAsString(custom)));
                if (custom.command() != null) {
                    names.addAll(custom.command().env());
                }
            }
            return names;
        }

        public static Endpoint at(Protocol protocol, @Nullable String url) {
            return new Endpoint(protocol, url, Map.of(), null, null, null, true);
        }
    }

    /**
     * The descriptions of an agent, for itself and for others.
     *
     * @param instructions openai, yao: the system message; null for none
     * @param description sent to generators; null for none
     * @param tools sent to generators: names, or objects with a name
     */
    @Flat
    public record Prompt(@Nullable String instructions, @Nullable String description, List<JsonNode> tools) {

        public static final Prompt NONE = new Prompt(null, null, List.of());
    }

    /**
     * The limits of an agent, for the whole fleet.
     *
     * @param concurrency maximum number of concurrent calls; 0 for no limit
     * @param requestsPerMinute maximum number of calls started per minute; 0 for no limit
     */
    @Flat
    public record Limits(int concurrency, int requestsPerMinute) {

        public static final Limits NONE = new Limits(0, 0);
    }

    /**
     * How an agent takes part in a conversation.
     *
     * @param hearsDocument whether, as a helper over yao, it receives one document instead of the conversation as
     *     messages
     * @param stream openai: false asks for each answer in one piece; null streams
     */
    public record Manners(AwaitingRules awaiting, boolean hearsDocument, @Nullable Boolean stream) {

        public static final Manners USUAL = new Manners(AwaitingRules.NONE, false);

        /** Creates those of an agent whose answers are asked for as streams. */
        public Manners(AwaitingRules awaiting, boolean hearsDocument) {
            this(awaiting, hearsDocument, null);
        }

        /** Returns the same with other signs of an agent that waits. */
        public Manners with(AwaitingRules other) {
            return new Manners(other, hearsDocument, stream);
        }
    }

    public AgentConfig {
        manners = Objects.requireNonNullElse(manners, Manners.USUAL);
    }

    /** Whether a reply of the agent can have this: assertions on anything else say nothing about the agent. */
    public boolean canShow(Shown what) {
        return lackOf(what) == null;
    }

    /**
     * Returns why the agent can't show something, as what follows its name; null when it can. All that makes a thing
     * visible counts here: the protocol, the mapping of the answer.
     */
    public @Nullable String lackOf(Shown what) {
        return switch (endpoint.protocol) {
            // these name calls, results and tokens themselves, where they have any
            case AG_UI, OPENAI, ANTHROPIC, A2A, COMMAND, SCRIPT -> null;
            // a Yao server runs the tools, and does not show what they returned
            case YAO -> what == Shown.TOOL_RESULTS ? "speaks yao, which shows no results of tools" : null;
            // no model is called
            case MCP -> what == Shown.TOKENS ? "speaks mcp, whose servers count no tokens" : null;
            case HTTP -> endpoint.custom == null || endpoint.custom.http() == null ? null
                    : endpoint.custom.http().answer().lackOf(what);
        };
    }

    public static AgentConfig at(Endpoint endpoint) {
        return new AgentConfig(endpoint, Prompt.NONE, false, Limits.NONE, Manners.USUAL);
    }

    /** Returns a helper that is only a connector. */
    public static AgentConfig of(String connector) {
        return new AgentConfig(new Endpoint(Protocol.OPENAI, null, Map.of(), connector, null, null, false), Prompt.NONE,
                true, Limits.NONE, Manners.USUAL);
    }

    /** Returns the configuration for workers, without the parts that only generators need. */
    public AgentConfig withoutTools() {
        return prompt.tools().isEmpty() ? this
                : new AgentConfig(endpoint, new Prompt(prompt.instructions(), prompt.description(), List.of()), helper,
                        limits, manners);
    }

    /** Returns this configuration with these limits. */
    public AgentConfig with(Limits other) {
        return new AgentConfig(endpoint, prompt, helper, other, manners);
    }

    /** Whether answers are asked for as streams. */
    public boolean streams() {
        return !Boolean.FALSE.equals(manners.stream());
    }

    public AgentConfig with(Manners other) {
        return new AgentConfig(endpoint, prompt, helper, limits, other);
    }
}
