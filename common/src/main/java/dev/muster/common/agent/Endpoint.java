package dev.muster.common.agent;

import module java.base;
import dev.muster.common.config.Pricing;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint of an agent. {@link #toString} leaves the header values out.
 *
 * @param url AG-UI: the URL of the POST; openai, yao: the base URL, {@code /chat/completions} or
 *     {@code /responses} is appended
 * @param model openai: the model, yao: the connector; null sends none
 * @param instructions openai, yao: sent first, as a system message; null sends none
 * @param announceVersion AG-UI: send {@code protocolVersion} (some old servers forbid unknown members)
 * @param assistant yao: which of the agents behind the URL; null when the URL identifies the agent
 * @param temperature openai: the sampling temperature; null sends none
 * @param access how to reach it; null where its protocol is fixed
 */
public record Endpoint(String url, Map<String, String> headers, @Nullable String model, @Nullable String instructions,
        boolean announceVersion, @Nullable String assistant, @Nullable Double temperature,
        @Nullable Pricing pricing, Limit limit, @Nullable Access access) {

    /**
     * The key of a rate limit: all workers use the same one for the same agent.
     *
     * @param address identifies the agent and its URL, the same on every worker
     * @param callsPerMinute limit for the whole fleet; 0 when none is configured
     */
    public record Limit(String address, int callsPerMinute) {}

    /** Creates an endpoint without temperature and pricing. */
    public Endpoint(String url, Map<String, String> headers, @Nullable String model, @Nullable String instructions,
            boolean announceVersion, @Nullable String assistant) {
        this(url, headers, model, instructions, announceVersion, assistant, null, null, new Limit(url, 0), null);
    }

    public Endpoint withInstructions(String others) {
        return new Endpoint(url, headers, model, others, announceVersion, assistant, temperature, pricing, limit,
                access);
    }

    public Endpoint withTemperature(double other) {
        return new Endpoint(url, headers, model, instructions, announceVersion, assistant, other, pricing, limit,
                access);
    }

    public Endpoint at(@Nullable Pricing price) {
        return new Endpoint(url, headers, model, instructions, announceVersion, assistant, temperature, price, limit,
                access);
    }

    /** Returns this endpoint, reached in that way. */
    public Endpoint through(@Nullable Access other) {
        return new Endpoint(url, headers, model, instructions, announceVersion, assistant, temperature, pricing, limit,
                other);
    }

    /** Returns this endpoint, which is a program or a function. */
    public Endpoint through(DocumentAgent agent) {
        return through(access instanceof Access.Mcp(var version, _) ? new Access.Mcp(version, agent)
                : new Access.Document(agent));
    }

    /** Returns headers of a protocol, of which the configured ones override some, in any case. */
    public Map<String, String> over(Map<String, String> own) {
        var all = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        all.putAll(own);
        headers.forEach((name, value) -> {
            all.remove(name);
            all.put(name, value);
        });
        return all;
    }

    @Override
    public String toString() {
        return "Endpoint[" + url + ", headers " + headers.keySet() + "]";
    }
}
