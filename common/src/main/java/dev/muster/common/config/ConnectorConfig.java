package dev.muster.common.config;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A model endpoint, OpenAI-compatible.
 *
 * @param url base address
 * @param model null sends none
 * @param headers values may hold {@code ${ENV.NAME}}
 * @param pricing null when nobody said what it costs
 */
public record ConnectorConfig(String url, @Nullable String model, Map<String, String> headers,
        @Nullable Pricing pricing) {

    public ConnectorConfig {
        headers = Map.copyOf(headers);
    }

    /** Nobody said what it costs. */
    public ConnectorConfig(String url, @Nullable String model, Map<String, String> headers) {
        this(url, model, headers, null);
    }
}
