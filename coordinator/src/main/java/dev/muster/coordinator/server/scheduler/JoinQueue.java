package dev.muster.coordinator.server.scheduler;

import module java.base;

/** Workers that say hello while every inbox has an owner. Used by the scheduler's thread only. */
final class JoinQueue {

    /** A waiting worker says hello each second; one that stopped doing so has left. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Map<String, Duration> heard = new HashMap<>();

    /**
     * Adds a worker to the queue.
     *
     * @return whether it was not there before
     */
    boolean waits(String incarnation, Duration now) {
        return heard.put(incarnation, now) == null;
    }

    /** Removes a worker that was given an inbox, or said goodbye. */
    void gone(String incarnation) {
        heard.remove(incarnation);
    }

    int waiting(Duration now) {
        heard.values().removeIf(at -> now.minus(at).compareTo(PATIENCE) > 0);
        return heard.size();
    }
}
