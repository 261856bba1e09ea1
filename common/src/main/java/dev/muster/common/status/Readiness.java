package dev.muster.common.status;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * Whether a process can do its work now.
 *
 * @param lacks what it waits for, in a few words each; empty when it is ready
 */
public record Readiness(List<String> lacks) {

    public Readiness {
        lacks = List.copyOf(lacks);
    }

    /** @param lacks null for each dependency that is available */
    public static Readiness lacking(@Nullable String... lacks) {
        return new Readiness(Stream.of(lacks).filter(Objects::nonNull).toList());
    }

    public boolean ready() {
        return lacks.isEmpty();
    }

    public Map<String, Object> told() {
        return Map.of("ready", ready(), "lacks", lacks);
    }
}
