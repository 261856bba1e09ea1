package dev.muster.common.config;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A model endpoint, OpenAI-compatible.
 *
 * @param url base address
 * @param model null sends none
 * @param headers values may hold {@code ${ENV.NAME}}
 */
public record ConnectorConfig(String url, @Nullable String model, Map<String, String> headers) {

    public ConnectorConfig {
        headers = Map.copyOf(headers);
    }
}
