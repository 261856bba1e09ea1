package dev.muster.common.config;

import module java.base;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.muster.common.json.Flat;
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
public record AgentConfig(AgentEndpoint endpoint, Prompt prompt, boolean helper, Limits limits, AgentBehavior manners) {

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

    public AgentConfig {
        manners = Objects.requireNonNullElse(manners, AgentBehavior.USUAL);
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
        return switch (what) {
            case STEPS -> endpoint.protocol() == Protocol.AG_UI ? null
                    : "speaks " + endpoint.protocol().wire() + ", which shows no steps and no sub-agents";
            case FAILURES -> canShow(Shown.STEPS) ? null : lackOf(Shown.TOOL_RESULTS);
            case TOOLS, TOOL_RESULTS, TOKENS -> lackInReply(what);
        };
    }

    private @Nullable String lackInReply(Shown what) {
        return switch (endpoint.protocol()) {
            // these name calls, results and tokens themselves, where they have any
            case AG_UI, OPENAI, ANTHROPIC, A2A, COMMAND, SCRIPT -> null;
            // a Yao server runs the tools, and does not show what they returned
            case YAO -> what == Shown.TOOL_RESULTS ? "speaks yao, which shows no results of tools" : null;
            // no model is called
            case MCP -> what == Shown.TOKENS ? "speaks mcp, whose servers count no tokens" : null;
            case HTTP -> endpoint.custom() == null || endpoint.custom().http() == null ? null
                    : endpoint.custom().http().answer().lackOf(what);
        };
    }

    /** Whether a call contains the name or the model of its connector. */
    public boolean sendsConnector() {
        return switch (endpoint.protocol()) {
            case AG_UI, OPENAI, ANTHROPIC, YAO -> true;
            case A2A, MCP, COMMAND, SCRIPT -> false;
            case HTTP -> endpoint.custom() != null && endpoint.custom().http() != null
                    && endpoint.custom().http().toString().contains("options.connector");
        };
    }

    public static AgentConfig at(AgentEndpoint endpoint) {
        return new AgentConfig(endpoint, Prompt.NONE, false, Limits.NONE, AgentBehavior.USUAL);
    }

    /** Returns a helper that is only a connector. */
    public static AgentConfig of(String connector) {
        return new AgentConfig(new AgentEndpoint(Protocol.OPENAI, null, Map.of(), connector, null, null, false),
                Prompt.NONE,
                true, Limits.NONE, AgentBehavior.USUAL);
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

    /** Whether answers are requested as streams. */
    public boolean streams() {
        return !Boolean.FALSE.equals(manners.stream());
    }

    public AgentConfig with(AgentBehavior other) {
        return new AgentConfig(endpoint, prompt, helper, limits, other);
    }
}
