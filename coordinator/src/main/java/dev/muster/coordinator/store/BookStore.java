package dev.muster.coordinator.store;

import module java.base;

/** The store that a bookkeeper writes to. */
public interface BookStore extends AutoCloseable {

    /**
     * Writes all of a batch, or nothing of it. Writing it again changes nothing.
     *
     * @param patience called with the time that the next step may take, before it starts
     * @throws StoreException when it is unknown whether it was written; {@link StoreException#refusedData} when it
     * never will be
     * @throws LostLeadership when another coordinator leads
     */
    void write(List<Settlement> batch, Consumer<Duration> patience);

    @Override
    void close();
}
