package dev.muster.coordinator.server.scheduler;

/**
 * The difficulty of a simulated world.
 *
 * @param workers number of workers at the start
 * @param slots most slots of a worker
 * @param cases most cases of all runs together
 * @param lostAppends share of appends that fail
 * @param calamities most faults of processes and servers
 */
record Fates(int workers, int slots, int cases, double lostAppends, int calamities) {

    static final Fates SMALL = new Fates(6, 6, 120, 0.01, 10);
}
