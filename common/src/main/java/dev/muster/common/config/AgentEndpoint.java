package dev.muster.common.config;

import module java.base;
import dev.muster.common.json.Flat;
import dev.muster.common.json.Json;
import org.jspecify.annotations.Nullable;

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
public record AgentEndpoint(Protocol protocol, @Nullable String url, Map<String, String> headers,
        @Nullable String connector, @Nullable String model, @Nullable String assistant, boolean announceVersion,
        @Nullable CustomAgent custom, @Nullable Responses responses, @Nullable String version) {

    /**
     * OpenAI's Responses API in place of Chat Completions.
     *
     * @param store whether the server keeps responses, so that a turn sends only what is new
     */
    public record Responses(boolean store) {}

    /** Creates the endpoint of a fixed protocol. */
    public AgentEndpoint(Protocol protocol, @Nullable String url, Map<String, String> headers,
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

    public static AgentEndpoint at(Protocol protocol, @Nullable String url) {
        return new AgentEndpoint(protocol, url, Map.of(), null, null, null, true);
    }
}
