package dev.muster.coordinator.client;

import module java.base;
import org.jspecify.annotations.Nullable;

/**
 * @param timeout {@code --timeout}; null takes the configuration's
 * @param parallel cases at once; 0 for as many as there are slots
 */
public record RunPace(@Nullable Duration timeout, int parallel, boolean failFast, int retries) {

    public static final RunPace USUAL = new RunPace(null, 0, false, 0);

    public static RunPace parallel(int cases) {
        return new RunPace(null, cases, false, 0);
    }
}
