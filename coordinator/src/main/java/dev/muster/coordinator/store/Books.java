package dev.muster.coordinator.store;

/** Accepts decisions in order, to be made durable. */
public interface Books {

    /** Queues a settlement; never blocks. */
    void settle(Settlement settlement);

    /** Returns how many decisions are not yet durable. */
    int backlog();

    /** Whether the store accepts writes. */
    boolean healthy();
}
