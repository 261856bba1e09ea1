package dev.muster.common.channel;

import java.util.Locale;

/** The fleet's topics. */
public enum Topic {
    /** Inboxes: one partition per worker, as many as its {@link Channel#inboxes} says. */
    CASES(0),
    /** Attempts as they end, by case. */
    RESULTS(8),
    /** Hellos, snapshots, byes and the coordinator's beat; its times are the carrier's, not the sender's. */
    WORKERS(1),
    /** Epoch, leases and fences; compacted by key. */
    CONTROL(1);

    private final int partitions;

    Topic(int partitions) {
        this.partitions = partitions;
    }

    /** @param inboxes that the fleet has */
    public int partitions(int inboxes) {
        return this == CASES ? inboxes : partitions;
    }

    /** The topic's name in a fleet. */
    public String in(String fleet) {
        return fleet + "." + name().toLowerCase(Locale.ROOT);
    }

    /** The partition that a key belongs to. */
    public int partitionOf(String key) {
        return Math.floorMod(key.hashCode(), partitions);
    }
}
