package dev.muster.common.channel;

import module java.base;

/** The fleet's topics. */
public enum Topic {
    /** Inboxes: one partition per worker, {@link Channel#inboxes} in total. */
    CASES(0),
    /** Finished attempts, by case. */
    RESULTS(8),
    /** Hellos, snapshots, byes and the coordinator's beat; timestamps are the carrier's, not the sender's. */
    WORKERS(1),
    /** Epoch, leases and fences; compacted by key. */
    CONTROL(1);

    private final int partitions;

    Topic(int partitions) {
        this.partitions = partitions;
    }

    public int partitions(int inboxes) {
        return this == CASES ? inboxes : partitions;
    }

    /** Returns the topic's name in a fleet. */
    public String in(String fleet) {
        return fleet + "." + name().toLowerCase(Locale.ROOT);
    }

    public int partitionOf(String key) {
        return Math.floorMod(key.hashCode(), partitions);
    }
}
