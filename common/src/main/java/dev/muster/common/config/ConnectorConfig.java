package dev.muster.common.config;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * An OpenAI-compatible model endpoint.
 *
 * @param model the model name; null sends none
 * @param headers values may contain {@code ${ENV.NAME}}
 */
public record ConnectorConfig(String url, @Nullable String model, Map<String, String> headers,
        @Nullable Pricing pricing) {

    public ConnectorConfig(String url, @Nullable String model, Map<String, String> headers) {
        this(url, model, headers, null);
    }
}
