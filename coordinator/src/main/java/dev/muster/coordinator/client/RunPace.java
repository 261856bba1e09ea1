package dev.muster.coordinator.client;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * @param timeout {@code --timeout}; null takes the configuration's
 * @param parallel cases at once; 0 for as many as there are slots
 * @param soon whether to give up sooner on an agent that never answered, unless the configuration sets its attempts
 */
public record RunPace(@Nullable Duration timeout, int parallel, boolean failFast, int retries, boolean soon) {

    public static final RunPace USUAL = new RunPace(null, 0, false, 0);

    public RunPace(@Nullable Duration timeout, int parallel, boolean failFast, int retries) {
        this(timeout, parallel, failFast, retries, false);
    }

    public static RunPace parallel(int cases) {
        return new RunPace(null, cases, false, 0);
    }
}
