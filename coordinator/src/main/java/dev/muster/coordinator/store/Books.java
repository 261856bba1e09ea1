package dev.muster.coordinator.store;

/** Takes decisions in their order, to be made durable. */
public interface Books {

    /** Queues a settlement; never blocks. */
    void settle(Settlement settlement);

    /** How much is decided and not yet durable. */
    int backlog();

    /** Whether the store takes what it is given. */
    boolean healthy();
}
