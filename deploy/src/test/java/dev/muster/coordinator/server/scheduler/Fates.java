package dev.muster.coordinator.server.scheduler;

/**
 * How hard a simulated world is.
 *
 * @param workers at the beginning
 * @param slots of each worker, at most
 * @param cases of all runs together, at most
 * @param lostAppends share of appends that fail
 * @param calamities of processes and servers, at most
 */
record Fates(int workers, int slots, int cases, double lostAppends, int calamities) {

    static final Fates SMALL = new Fates(6, 6, 120, 0.01, 10);
}
