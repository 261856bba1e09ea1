package dev.muster.coordinator.client;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A run as a person asked for it.
 *
 * @param inputs files, folders, globs or direct messages
 * @param agent {@code -n}; null when it was not given
 * @param connector {@code -c}; null when it was not given
 * @param config {@code --config}; null looks for one
 * @param timeout {@code --timeout}; null takes the configuration's
 * @param parallel 0 for as many as there are slots
 */
public record Wanted(List<String> inputs, @Nullable String agent, @Nullable String connector, @Nullable Path config,
        @Nullable Duration timeout, int parallel, boolean failFast, int retries) {

    public Wanted {
        inputs = List.copyOf(inputs);
    }
}
