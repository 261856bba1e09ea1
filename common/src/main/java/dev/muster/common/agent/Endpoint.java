package dev.muster.common.agent;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Where an agent listens. {@link #toString} leaves the header values out.
 *
 * @param url AG-UI: the address that takes the POST; openai: the base, {@code /chat/completions} is added
 * @param model openai: the model; null sends none
 * @param instructions openai: sent as a system message first; null sends none
 * @param announceVersion AG-UI: send {@code protocolVersion} (some old servers forbid unknown members)
 */
public record Endpoint(String url, Map<String, String> headers, @Nullable String model, @Nullable String instructions,
        boolean announceVersion) {

    public Endpoint {
        headers = Map.copyOf(headers);
    }

    @Override
    public String toString() {
        return "Endpoint[" + url + ", headers " + headers.keySet() + "]";
    }
}
