package dev.muster.common.agent;

import dev.muster.common.config.Pricing;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Where an agent listens. {@link #toString} leaves the header values out.
 *
 * @param url AG-UI: the address that takes the POST; openai, yao: the base, {@code /chat/completions} is added
 * @param model openai: the model, yao: the connector; null sends none
 * @param instructions openai, yao: sent as a system message first; null sends none
 * @param announceVersion AG-UI: send {@code protocolVersion} (some old servers forbid unknown members)
 * @param assistant yao: which of the agents behind the url; null when the url alone says it
 * @param temperature openai: of the sampling; null sends none
 * @param pricing what its tokens cost; null when nobody said
 * @param limit what holds calls to it back
 */
public record Endpoint(String url, Map<String, String> headers, @Nullable String model, @Nullable String instructions,
        boolean announceVersion, @Nullable String assistant, @Nullable Double temperature,
        @Nullable Pricing pricing, Limit limit) {

    /**
     * By which all workers know that they call the same agent.
     *
     * @param address names the agent, and where it is called, the same everywhere
     * @param callsPerMinute that it may be called over the whole fleet; 0 when nobody said
     */
    public record Limit(String address, int callsPerMinute) {}

    public Endpoint {
        headers = Map.copyOf(headers);
    }

    /** An agent that its url alone names. */
    public Endpoint(String url, Map<String, String> headers, @Nullable String model, @Nullable String instructions,
            boolean announceVersion) {
        this(url, headers, model, instructions, announceVersion, null);
    }

    /** One that samples as it likes, and costs nobody knows what. */
    public Endpoint(String url, Map<String, String> headers, @Nullable String model, @Nullable String instructions,
            boolean announceVersion, @Nullable String assistant) {
        this(url, headers, model, instructions, announceVersion, assistant, null, null, new Limit(url, 0));
    }

    /** The same with another system message. */
    public Endpoint withInstructions(String others) {
        return new Endpoint(url, headers, model, others, announceVersion, assistant, temperature, pricing, limit);
    }

    /** The same with another temperature. */
    public Endpoint withTemperature(double other) {
        return new Endpoint(url, headers, model, instructions, announceVersion, assistant, other, pricing, limit);
    }

    /** The same at a price. */
    public Endpoint at(@Nullable Pricing price) {
        return new Endpoint(url, headers, model, instructions, announceVersion, assistant, temperature, price, limit);
    }

    /** The same, known to limits by that address. */
    public Endpoint limitedAs(String address, int callsPerMinute) {
        return new Endpoint(url, headers, model, instructions, announceVersion, assistant, temperature, pricing,
                new Limit(address, callsPerMinute));
    }

    @Override
    public String toString() {
        return "Endpoint[" + url + ", headers " + headers.keySet() + "]";
    }
}
