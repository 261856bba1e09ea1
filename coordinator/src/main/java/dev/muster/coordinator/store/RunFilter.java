package dev.muster.coordinator.store;

import module java.base;
import dev.muster.coordinator.run.ProjectScope;
import org.jspecify.annotations.Nullable;

/**
 * Which runs a list shows.
 *
 * @param fleet null for all, as each other but the scope
 * @param suite what its cases are, or its inputs as they were named
 * @param agent an agent, or the name of a cell
 * @param state as it is stored, or {@code paused}
 * @param text in its id, its inputs, its agents, its owner or its labels, in any case
 */
public record RunFilter(@Nullable String fleet, @Nullable String suite, @Nullable String agent,
        @Nullable String state,
        Map<String, String> labels, @Nullable String text, ProjectScope scope) {}
