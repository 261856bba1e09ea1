package dev.muster.coordinator.server.scheduler;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Who says hello while every inbox has an owner. Used by the lead's thread only. */
final class JoinQueue {

    /** A worker says hello each second; one that does so no more went away. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Map<String, Duration> heard = new HashMap<>();

    /** @return whether it was not there before */
    boolean waits(String incarnation, Duration now) {
        return heard.put(incarnation, now) == null;
    }

    /** It was given an inbox, or said goodbye. */
    void gone(String incarnation) {
        heard.remove(incarnation);
    }

    int waiting(Duration now) {
        heard.values().removeIf(at -> now.minus(at).compareTo(PATIENCE) > 0);
        return heard.size();
    }
}
