package dev.muster.coordinator.client;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * @param agents all values of {@code -n}
 * @param connectors all values of {@code -c}
 * @param repeat for cases that do not set it; at least 1
 * @param stopRepeats whether to stop repeating a case that can no longer pass all repeats
 */
public record RunMatrix(List<String> agents, List<String> connectors, int repeat, boolean stopRepeats) {

    /** Returns one repeat in one cell. */
    public static RunMatrix one(@Nullable String agent, @Nullable String connector) {
        return new RunMatrix(agent == null ? List.of() : List.of(agent),
                connector == null ? List.of() : List.of(connector), 1, false);
    }
}
